import { Link, NavLink } from "react-router";
import { PRODUCT } from "#schema/values.ts";
import { findRoute } from "#schema/routes.ts";
import { ButtonLink } from "../ui/button.tsx";

const LINKS = [
  { to: "/docs", name: "Docs" },
  { to: "/blog", name: "Blog" },
  { to: "/mcp", name: "MCP" },
];

const LINK_CLASS =
  "inline-flex min-h-10 items-center text-md text-muted no-underline touch hover:text-text aria-[current=page]:text-text";

/** As wide as the longer of the two that may stand there, so that nothing moves when it is known who is here. */
const LAST_LINK_CLASS = "ml-1 min-w-18 xs:min-w-24";

/** Skip link, logo and the ways on. Who is signed in gets to the console, anybody else to signing up. */
export function Header({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <>
      <a
        href="#main"
        className="absolute -top-24 left-4 z-60 rounded-sm bg-surface px-3 py-2 text-text shadow-card focus:top-2"
      >
        Skip to content
      </a>
      <header className="border-b border-border">
        <nav aria-label="Main" className="page flex min-h-14 items-center gap-x-3 xs:gap-x-6">
          <Link
            to="/"
            className="mr-auto inline-flex min-h-10 items-center font-semibold text-text no-underline touch"
          >
            {PRODUCT}
          </Link>
          {LINKS.filter(({ to }) => findRoute(to)).map(({ to, name }) => (
            <NavLink key={to} to={to} className={LINK_CLASS}>
              {name}
            </NavLink>
          ))}
          {isSignedIn ? (
            <ButtonLink to="/dashboard" size="sm" className={LAST_LINK_CLASS}>
              <span className="max-xs:hidden">Dashboard</span>
              <span className="xs:hidden">dash</span>
            </ButtonLink>
          ) : (
            <ButtonLink to="/signup" size="sm" className={LAST_LINK_CLASS}>
              Sign up
            </ButtonLink>
          )}
        </nav>
      </header>
    </>
  );
}
