import {
  Activity,
  Boxes,
  KeyRound,
  LayoutDashboard,
  MessagesSquare,
  PlugZap,
  Search,
  UserRound,
  Users,
} from "lucide-react";
import { NavLink } from "react-router";
import type { RoutePath } from "#schema/routes.ts";
import { useSession } from "#web/api/session.ts";
import { cx } from "#web/components/class-names.ts";

/** The pages of the rail in their order, with the letter that follows `g` to go there. */
export const CONSOLE_PAGES = [
  { to: "/dashboard", name: "Dashboard", icon: LayoutDashboard, letter: "d" },
  { to: "/search", name: "Search", icon: Search, letter: "s" },
  { to: "/chat", name: "Chat", icon: MessagesSquare, letter: "c" },
  { to: "/install", name: "Install", icon: PlugZap, letter: "i" },
  { to: "/resources", name: "Resources", icon: Boxes, letter: "r" },
  { to: "/keys", name: "API Keys", icon: KeyRound, letter: "k" },
  { to: "/activity", name: "Activity", icon: Activity, letter: "a" },
  { to: "/team", name: "Team", icon: Users, letter: "t" },
  { to: "/account", name: "Account", icon: UserRound, letter: "u" },
] as const satisfies readonly { to: RoutePath; name: string; letter: string; icon: unknown }[];

/** The pages that this person sees: without Team where the flag `teams` is off. While that isn't known, all of them. */
export function useConsolePages(): readonly (typeof CONSOLE_PAGES)[number][] {
  const hasTeams = useSession().data?.flags.teams ?? true;
  return hasTeams ? CONSOLE_PAGES : CONSOLE_PAGES.filter(({ to }) => to !== "/team");
}

/** The pages that stand in the bottom bar of a phone; the others are behind More. */
const ON_THE_BAR = new Set<string>(["/dashboard", "/search", "/keys", "/activity"]);

export function RailLinks({ onNavigate }: { onNavigate?: () => void }) {
  const pages = useConsolePages();
  return (
    <ul className="grid gap-0.5">
      {pages.map(({ to, name, icon: Icon }) => (
        <li key={to}>
          <NavLink
            to={to}
            onClick={onNavigate}
            className={({ isActive }) =>
              cx(
                "flex min-h-9 items-center gap-2.5 rounded-sm px-2.5 text-md no-underline touch hover:bg-hover hover:text-text",
                isActive ? "bg-accent-soft font-medium text-accent" : "text-muted",
              )
            }
          >
            <Icon aria-hidden="true" className="size-4 shrink-0" />
            {name}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

export function BottomBarLinks() {
  return CONSOLE_PAGES.filter(({ to }) => ON_THE_BAR.has(to)).map(({ to, name, icon: Icon }) => (
    <NavLink
      key={to}
      to={to}
      className={({ isActive }) =>
        cx(
          "flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs no-underline",
          isActive ? "font-medium text-accent" : "text-muted",
        )
      }
    >
      <Icon aria-hidden="true" className="size-5" />
      {name}
    </NavLink>
  ));
}
