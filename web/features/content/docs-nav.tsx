import { NavLink } from "react-router";
import type { ContentMeta } from "#web/content/content.ts";

/** The pages of the documentation by their sections. Pages of client families stand below the list of all clients. */
export function DocsNav({ pages }: { pages: readonly ContentMeta[] }) {
  const sections = Map.groupBy(pages, ({ section }) => section ?? "More");
  return (
    <nav aria-label="Documentation" className="grid gap-5 text-md">
      {[...sections].map(([section, entries]) => (
        <div key={section}>
          <p className="mb-1 text-sm font-medium text-muted">{section}</p>
          <ul className="grid gap-0.5">
            {entries.map(({ path, heading }) => (
              <li key={path}>
                <NavLink
                  to={path}
                  end
                  className="-mx-2 flex min-h-8 items-center rounded-sm px-2 py-1 leading-snug text-text touch hover:bg-hover aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent"
                >
                  {heading}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
