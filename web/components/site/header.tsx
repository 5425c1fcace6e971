import { Link, NavLink } from "react-router";
import { ButtonLink } from "../ui/button.tsx";
import { Brand } from "./brand.tsx";
import { SiteMenu } from "./site-menu.tsx";

/** The links of the header, in its order; a narrow screen has them in the header's menu. */
export const HEADER_LINKS = [
  { to: "/pricing", name: "Pricing" },
  { to: "/catalog", name: "Catalog" },
  { to: "/docs", name: "Docs" },
  { to: "/mcp", name: "MCP" },
  { to: "/blog", name: "Blog" },
] as const;

const LINK_CLASS =
  "inline-flex min-h-10 items-center text-md text-muted no-underline touch hover:text-text aria-[current=page]:text-text max-md:hidden";

/** Width of the longer of the two possible links, so that nothing moves when the session is known. */
const LAST_LINK_CLASS = "min-w-18 xs:min-w-24";

/** Skip link, mark and the ways on. A signed-in person gets to the console, anybody else to signing in or up. */
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
        <nav aria-label="Main" className="page flex min-h-14 items-center gap-x-3 md:gap-x-6">
          <Link
            to="/"
            className="mr-auto inline-flex min-h-10 items-center text-lg font-semibold tracking-head text-text no-underline touch"
          >
            <Brand />
          </Link>
          {HEADER_LINKS.map(({ to, name }) => (
            <NavLink key={to} to={to} className={LINK_CLASS}>
              {name}
            </NavLink>
          ))}
          {/* The link's place is kept, so that nothing moves when the session is known. */}
          <NavLink to="/login" className={`${LINK_CLASS} ${isSignedIn ? "invisible" : ""}`}>
            Sign in
          </NavLink>
          {isSignedIn ? (
            <ButtonLink to="/dashboard" size="sm" className={LAST_LINK_CLASS}>
              <span className="max-xs:hidden">Dashboard</span>
              <span className="xs:hidden">dash</span>
            </ButtonLink>
          ) : (
            <ButtonLink to="/signup" size="sm" variant="primary" className={LAST_LINK_CLASS}>
              Sign up
            </ButtonLink>
          )}
          <SiteMenu links={[...HEADER_LINKS, ...(isSignedIn ? [] : [{ to: "/login", name: "Sign in" }])]} />
        </nav>
      </header>
    </>
  );
}
