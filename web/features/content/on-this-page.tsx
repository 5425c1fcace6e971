import type { Heading } from "#web/content/content.ts";

/** Where the sections of a page are. */
export function OnThisPage({ headings }: { headings: readonly Heading[] }) {
  const sections = headings.filter(({ level }) => level === 2);
  if (sections.length < 2) return null;
  return (
    <nav aria-label="On this page" className="text-sm">
      <p className="mb-2 font-medium">On this page</p>
      <ul className="grid gap-1">
        {sections.map(({ id, text }) => (
          <li key={id}>
            <a className="inline-flex min-h-6 items-center text-muted touch hover:text-text" href={`#${id}`}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
