import type { LibraryAnswer } from "#schema/api/catalog.ts";
import { librarySlug } from "#schema/library-slug.ts";
import { Ago } from "#web/components/ui/ago.tsx";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { CodeBlock } from "#web/components/ui/code-block.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { grouped } from "#web/lib/grouped.ts";
import { indexedWords, LIBRARY_COPY } from "./copy.ts";

/** The searchable parts of a library, the places where it is read, and the names under which it can be asked for. */
export function LibraryFacts({ library }: { library: LibraryAnswer }) {
  const { home, repository, packages, aliases, license, indexed, indexedVersions } = library;
  const facts = [
    { name: "Indexed", value: indexedWords(indexed) },
    ...(indexed?.lastIndexedAt ? [{ name: "Last checked", value: <Ago iso={indexed.lastIndexedAt} /> }] : []),
    { name: "Docs", value: <OutsideLink url={home} /> },
    ...(repository === null ? [] : [{ name: "Repository", value: <OutsideLink url={repository} /> }]),
    ...(packages.length === 0 ? [] : [{ name: "Packages", value: <code>{packages.join(" ")}</code> }]),
    ...(aliases.length === 0 ? [] : [{ name: "Also called", value: aliases.join(", ") }]),
    { name: "License", value: license },
  ];
  return (
    <Card aria-label="Facts" className="grid grid-cols-1 gap-4">
      <dl className="grid grid-cols-1 gap-3 text-md">
        {facts.map(({ name, value }) => (
          <div key={name} className="grid grid-cols-1 gap-x-4 xs:grid-cols-[8rem_1fr]">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {indexedVersions.length > 1 && (
        <table className="w-full text-left text-md">
          <caption className="pb-2 text-left text-sm text-muted">Versions</caption>
          <tbody>
            {indexedVersions.map(({ version, pages }) => (
              <tr key={version ?? ""} className="border-t border-border">
                <th scope="row" className="py-2 font-normal">
                  {version ?? "Latest"}
                </th>
                <td className="py-2 text-right tabular-nums">{grouped(pages)} pages</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

/** A note for a library that nobody can search yet. */
export function NotIndexedYet({ name }: { name: string }) {
  return (
    <EmptyState
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <ButtonLink variant="primary" to="/resources?add=site">
            Index it for yourself
          </ButtonLink>
          <ButtonLink to="/catalog">Browse the catalog</ButtonLink>
        </span>
      }
    >
      {LIBRARY_COPY.notIndexed(name)}
    </EmptyState>
  );
}

/** The badge for a README, and the text that shows it there. */
export function LibraryBadge({ name, origin }: { name: string; origin: string }) {
  const path = `/catalog/${librarySlug(name)}`;
  return (
    <section aria-labelledby="badge" className="grid grid-cols-1 gap-3">
      <h2 id="badge" className="text-lg">
        Badge
      </h2>
      <p className="text-md text-muted">{LIBRARY_COPY.badge}</p>
      <img
        src={`${path}/badge.svg`}
        alt={`${name} on Docenda`}
        height="20"
        className="h-5 justify-self-start"
      />
      <CodeBlock
        text={`[![${name} on Docenda](${origin}${path}/badge.svg)](${origin}${path})`}
        label="Badge in Markdown"
      />
    </section>
  );
}

function OutsideLink({ url }: { url: string }) {
  return (
    <a href={url} rel="noopener nofollow" className="link inline-flex min-h-6 items-center touch">
      {url.replace(/^https:\/\/|\/$/g, "")}
    </a>
  );
}
