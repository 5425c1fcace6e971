import { Outlet } from "react-router";
import { useSession } from "#web/api/session.ts";
import { Footer } from "#web/components/site/footer.tsx";
import { Header } from "#web/components/site/header.tsx";
import { Later } from "#web/components/site/later.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

/** Header and footer around a page that anybody may read. The page brings its own `main`, with the id `main`. */
export function PublicLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <HeaderForVisitor />
      <div className="flex-1">
        <Outlet />
      </div>
      <Later>
        <Footer>
          <ThemeChoice />
        </Footer>
      </Later>
    </div>
  );
}

/** The header alone depends on the session, so that nothing else is drawn anew when the session is known. */
function HeaderForVisitor() {
  const { data: session } = useSession();
  return <Header isSignedIn={Boolean(session?.user)} />;
}
