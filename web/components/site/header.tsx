import { Link, NavLink } from "react-router";
import { PRODUCT } from "#schema/values.ts";
import { findRoute } from "#schema/routes.ts";

const LINKS = [
  { to: "/docs", name: "Docs" },
  { to: "/blog", name: "Blog" },
  { to: "/mcp", name: "MCP" },
];

const LINK_CLASS =
  "inline-flex min-h-10 items-center text-md text-muted no-underline touch hover:text-text aria-[current=page]:text-text";

/** As wide as the longer of the two that may stand there, so that nothing moves when it is known who is here. */
const LAST_LINK_CLASS = "min-w-14 justify-end xs:min-w-20";

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
        <nav aria-label="Main" className="page flex min-h-14 items-center gap-x-4 xs:gap-x-6">
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
            <Link to="/dashboard" className={`${LINK_CLASS} ${LAST_LINK_CLASS}`}>
              <span className="max-xs:hidden">Dashboard</span>
              <span className="xs:hidden">dash</span>
            </Link>
          ) : (
            <Link to="/signup" className={`${LINK_CLASS} ${LAST_LINK_CLASS}`}>
              Sign up
            </Link>
          )}
        </nav>
      </header>
    </>
  );
}
