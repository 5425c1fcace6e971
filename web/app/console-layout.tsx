import { CSPProvider } from "@base-ui/react/csp-provider";
import { Ellipsis, Menu } from "lucide-react";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { Link, Outlet, useNavigate } from "react-router";
import { Brand } from "#web/components/site/brand.tsx";
import type { SessionUser } from "#schema/api/session.ts";
import { cx } from "#web/components/class-names.ts";
import { buttonClass } from "#web/components/ui/button.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { VerificationBar } from "#web/features/verification/verification-bar.tsx";
import { useCommands } from "#web/features/palette/commands.ts";
import type { Command } from "#web/features/palette/commands.ts";
import { BottomBarLinks, useConsolePages } from "./console-nav.tsx";
import { Rail } from "./console-rail.tsx";
import { QueryProvider } from "#web/api/query-provider.tsx";
import { RequireSession } from "./require-session.tsx";
import { setTheme } from "./theme.ts";
import { useRouteTitle } from "./use-route-title.ts";
import { useShortcuts } from "#web/features/palette/use-shortcuts.ts";

// Parts that the first paint does not need load after the page.
const LiveLine = lazy(async () => ({ default: (await import("./live-line.tsx")).LiveLine }));
const LowCreditsBar = lazy(async () => ({
  default: (await import("#web/features/credits/low-credits-bar.tsx")).LowCreditsBar,
}));
const MenuSheet = lazy(async () => ({ default: (await import("./menu-sheet.tsx")).MenuSheet }));
const Palette = lazy(async () => ({ default: (await import("./command-palette.tsx")).CommandPalette }));
const ShortcutHelp = lazy(async () => ({
  default: (await import("#web/features/palette/shortcut-help.tsx")).ShortcutHelp,
}));

/**
 * The frame of everything behind sign-in. A page brings its heading and its content; `main` is here. Until the session is
 * known, the frame holds the page's heading alone: so the heading is in the document, and nothing moves later.
 */
export function ConsoleLayout() {
  return (
    <CSPProvider disableStyleElements>
      <QueryProvider>
        <RequireSession fallback={<Frame user={null} />}>{(user) => <Frame user={user} />}</RequireSession>
      </QueryProvider>
    </CSPProvider>
  );
}

function Frame({ user }: { user: SessionUser | null }) {
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const opensSheet = {
    "aria-haspopup": "dialog",
    "aria-expanded": isSheetOpen,
    onClick: () => setIsSheetOpen(true),
  } as const;
  return (
    <div className="md:grid md:grid-cols-[var(--rail)_minmax(0,1fr)]">
      <a
        href="#main"
        className="absolute -top-24 left-4 z-60 rounded-sm bg-surface px-3 py-2 text-text shadow-card focus:top-2"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 h-dvh border-r border-border bg-sunken max-md:hidden">
        <Rail user={user} />
      </aside>
      <header className="flex min-h-14 items-center gap-3 border-b border-border px-4 sm:px-6 md:hidden">
        <button
          type="button"
          aria-label="Menu"
          {...opensSheet}
          className={cx(buttonClass({ variant: "ghost", size: "icon" }), "-ml-2 max-sm:hidden")}
        >
          <Menu aria-hidden="true" className="size-5" />
        </button>
        <Link to="/" className="inline-flex min-h-10 items-center font-semibold text-text no-underline touch">
          <Brand />
        </Link>
      </header>
      <nav
        aria-label="Main pages"
        className="fixed inset-x-0 bottom-0 z-30 flex border-t border-border bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
      >
        <BottomBarLinks />
        <button
          type="button"
          {...opensSheet}
          className="flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs text-muted"
        >
          <Ellipsis aria-hidden="true" className="size-5" />
          More
        </button>
      </nav>
      <Suspense fallback={null}>
        {isSheetOpen && <MenuSheet user={user} onClose={() => setIsSheetOpen(false)} />}
      </Suspense>
      <main id="main" tabIndex={-1} className="min-w-0 outline-none max-sm:pb-20">
        {user && !user.emailVerified && <VerificationBar email={user.email} />}
        {user?.emailVerified && (
          <Suspense fallback={null}>
            <LowCreditsBar />
          </Suspense>
        )}
        {user && (
          <Suspense fallback={null}>
            <LiveLine />
          </Suspense>
        )}
        <div className="mx-auto grid max-w-page grid-cols-1 gap-6 px-4 py-6 sm:px-6 md:px-8 md:py-8">
          {user ? <Outlet context={user} /> : <PageSkeleton />}
        </div>
      </main>
      <Keyboard />
    </div>
  );
}

/** The palette and the list of shortcuts; each is loaded when opened for the first time. */
function Keyboard() {
  const [opened, setOpened] = useState<"palette" | "help" | null>(null);
  const navigate = useNavigate();
  const pages = useConsolePages();
  const commands = useMemo<Command[]>(
    () => [
      ...pages.map(({ to, name, letter }) => ({
        id: `page:${to}`,
        name,
        group: "Pages" as const,
        keys: `g ${letter}`,
        run: () => void navigate(to),
      })),
      { id: "page:/mcp", name: "MCP setup", group: "Pages", run: () => void navigate("/mcp") },
      {
        id: "theme:light",
        name: "Light theme",
        group: "Actions",
        keywords: "toggle theme",
        run: () => setTheme("light"),
      },
      {
        id: "theme:dark",
        name: "Dark theme",
        group: "Actions",
        keywords: "toggle theme",
        run: () => setTheme("dark"),
      },
      { id: "theme:system", name: "Theme of the system", group: "Actions", run: () => setTheme("system") },
      { id: "help", name: "Keyboard shortcuts", group: "Actions", run: () => setOpened("help") },
    ],
    [navigate, pages],
  );
  useCommands(commands);
  useShortcuts({
    openPalette: useCallback(() => setOpened("palette"), []),
    openHelp: useCallback(() => setOpened("help"), []),
  });
  return (
    <Suspense fallback={null}>
      {opened === "palette" && (
        <Palette onClose={() => setOpened((now) => (now === "palette" ? null : now))} />
      )}
      {opened === "help" && <ShortcutHelp isOpen onClose={() => setOpened(null)} />}
    </Suspense>
  );
}

/** A page before the session is known: its heading, and the place of its content. */
function PageSkeleton() {
  return (
    <>
      <h1>{useRouteTitle()}</h1>
      <noscript>
        <p className="text-danger">This page needs JavaScript. Turn it on in your browser.</p>
      </noscript>
      <div role="status" aria-busy="true" className="grid gap-6">
        <span className="sr-only">Loading</span>
        <Skeleton className="h-10 max-w-96" />
        <Skeleton className="h-40" />
        <Skeleton className="h-64" />
      </div>
    </>
  );
}
