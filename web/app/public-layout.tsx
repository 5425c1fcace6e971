import { Outlet } from "react-router";
import { useSession } from "#web/api/session.ts";
import { Footer } from "#web/components/site/footer.tsx";
import { Header } from "#web/components/site/header.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

/** Header and footer around a page that anybody may read. The page brings its own `main`, with the id `main`. */
export function PublicLayout() {
  const { data: session } = useSession();
  return (
    <div className="flex min-h-dvh flex-col">
      <Header isSignedIn={Boolean(session?.user)} />
      <div className="flex-1">
        <Outlet />
      </div>
      <Footer>
        <ThemeChoice />
      </Footer>
    </div>
  );
}
