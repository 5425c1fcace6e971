import { Fold } from "#web/components/ui/fold.tsx";
import type { Heading } from "#web/content/content.ts";

const NAME = "On this page";

type OnThisPageProps = {
  headings: readonly Heading[];
  /** Whether the list stands folded above the text, in a window that has no room beside it. */
  isFolded?: boolean;
};

/** Links to the sections of a page; nothing for a page with one section at most. */
export function OnThisPage({ headings, isFolded = false }: OnThisPageProps) {
  const sections = headings.filter(({ level }) => level === 2);
  if (sections.length < 2) return null;
  const nav = (
    <nav aria-label={NAME} className="text-sm">
      {!isFolded && <p className="mb-2 font-medium">{NAME}</p>}
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
  return isFolded ? <Fold title={NAME}>{nav}</Fold> : nav;
}
