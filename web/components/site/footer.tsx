import { Link } from "react-router";
import type { ReactNode } from "react";
import { findRoute } from "#schema/routes.ts";
import { SITE_LINKS } from "./site-config.ts";

const PAGES = [
  { to: "/catalog", name: "Catalog" },
  { to: "/pricing", name: "Pricing" },
  { to: "/evaluation", name: "Evaluation" },
  { to: "/grade", name: "Grade your docs" },
  { to: "/privacy", name: "Privacy" },
  { to: "/crawler", name: "Crawler" },
  { to: "/terms", name: "Terms" },
  { to: "/status", name: "Status" },
];

/** The links to contact, source, rules and health. `children` stand at the footer's end, such as the choice of the theme. */
export function Footer({ children }: { children?: ReactNode }) {
  const { contactEmail, repositoryUrl, reportBugUrl, addDocsUrl } = SITE_LINKS;
  const outside = [
    { to: contactEmail && `mailto:${contactEmail}`, name: "Contact" },
    { to: repositoryUrl, name: "Source code" },
    { to: reportBugUrl, name: "Report a bug" },
    { to: addDocsUrl, name: "Add missing docs" },
  ];
  return (
    <footer className="mt-18 border-t border-border">
      <div className="page flex flex-wrap items-center gap-x-6 gap-y-2 py-6 text-sm">
        {PAGES.filter(({ to }) => findRoute(to)).map(({ to, name }) => (
          <Link key={to} to={to} className="link inline-flex min-h-6 items-center text-muted touch">
            {name}
          </Link>
        ))}
        {outside.map(
          ({ to, name }) =>
            to && (
              <a key={name} href={to} className="link inline-flex min-h-6 items-center text-muted touch">
                {name}
              </a>
            ),
        )}
        <span className="ml-auto">{children}</span>
      </div>
    </footer>
  );
}
