import { BookOpen, Search } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import { findRoute } from "#schema/routes.ts";
import type { SessionUser } from "#schema/api/session.ts";
import { Brand } from "#web/components/site/brand.tsx";
import { Kbd } from "#web/components/ui/kbd.tsx";
import { CreditsMeter } from "#web/features/credits/credits-meter.tsx";
import { ScopeSwitcher } from "#web/features/teams/scope-switcher.tsx";
import { RailLinks } from "./console-nav.tsx";
import { SignOutButton } from "./sign-out-button.tsx";
import { ThemeChoice } from "./theme-choice.tsx";
import { wantPalette } from "#web/features/palette/use-shortcuts.ts";

/** The rail: whose documents one works with, the pages, and at the foot the credits left and the choice of the theme. */
export function Rail({ user, onNavigate }: { user: SessionUser | null; onNavigate?: () => void }) {
  return (
    <div className="flex h-full flex-col gap-5 overflow-y-auto p-4">
      <Link
        to="/"
        onClick={onNavigate}
        className="inline-flex min-h-9 items-center px-2.5 text-base font-semibold text-text no-underline"
      >
        <Brand />
      </Link>
      <div className="grid gap-2">
        <ScopeSwitcher user={user} onNavigate={onNavigate} />
        <button
          type="button"
          onClick={() => {
            onNavigate?.();
            wantPalette();
          }}
          className="flex min-h-9 items-center gap-2.5 rounded-sm border border-strong bg-surface px-2.5 text-sm text-muted touch hover:bg-hover hover:text-text"
        >
          <Search aria-hidden="true" className="size-4 shrink-0" />
          Find…
          <span aria-hidden="true" className="ml-auto flex gap-1 pointer-coarse:hidden">
            <Kbd>{useIsApple() ? "⌘" : "Ctrl"}</Kbd>
            <Kbd>K</Kbd>
          </span>
        </button>
      </div>
      <nav aria-label="Console">
        <RailLinks onNavigate={onNavigate} />
      </nav>
      <div className="mt-auto grid gap-3 px-2.5">
        {user ? <CreditsMeter /> : <div className="min-h-8" />}
        <div className="flex items-center justify-between gap-2">
          <Link
            to={findRoute("/docs") ? "/docs" : "/mcp"}
            onClick={onNavigate}
            className="inline-flex min-h-8 items-center gap-2 text-sm text-muted no-underline touch hover:text-text"
          >
            <BookOpen aria-hidden="true" className="size-4" />
            Docs
          </Link>
          <ThemeChoice />
        </div>
        <div className="border-t border-border pt-2">
          <SignOutButton onLeave={onNavigate} />
        </div>
      </div>
    </div>
  );
}

/** Whether the keyboard has a ⌘; false until that is known. */
function useIsApple(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => /Mac|iP/.test(navigator.platform),
    () => false,
  );
}
