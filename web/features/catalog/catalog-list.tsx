import { memo, useDeferredValue, useMemo, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { CatalogAnswer, CatalogItem } from "#schema/api/catalog.ts";
import { librarySlug } from "#schema/library-slug.ts";
import { errorWords } from "#web/api/errors.ts";
import { Ago } from "#web/components/ui/ago.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Paged } from "#web/components/ui/paged.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { hasWords } from "#web/lib/has-words.ts";
import { COPY, countWords, indexedWords } from "./copy.ts";
import { useCatalog } from "./queries.ts";

/** Number of entries on one page of the list. */
const SHOWN_ENTRIES = 40;
/** Rows of the skeleton: more than a window has room for. */
const SKELETON_ROWS = 12;

/** Every entry of the public catalog with its searchable parts, and a field to find one. */
export function CatalogList() {
  const catalog = useCatalog();
  return (
    <Loaded
      query={catalog}
      label={COPY.loading}
      skeleton={<ListSkeleton />}
      failed={(error) => errorWords(error, COPY.failed)}
    >
      {(answer) => <Entries answer={answer} />}
    </Loaded>
  );
}

function Entries({ answer }: { answer: CatalogAnswer }) {
  const [params, setParams] = useSearchParams();
  // The typed words stand in the field at once; the address, which keeps them, follows.
  const [wanted, setWanted] = useState(params.get("find") ?? "");
  // The field answers at once; the list may come a moment later.
  const applied = useDeferredValue(wanted);
  const found = useMemo(
    () => indexedFirst(answer.entries).filter((entry) => hasWords(textOf(entry), applied.trim())),
    [answer.entries, applied],
  );
  const change = (words: string) => {
    setWanted(words);
    setParams(
      (now) => {
        if (words === "") now.delete("find");
        else now.set("find", words);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <Input
        type="search"
        aria-label={COPY.find}
        placeholder={COPY.find}
        className="max-w-[480px]"
        autoComplete="off"
        value={wanted}
        onChange={({ target }) => change(target.value)}
      />
      <p className="text-sm text-muted" role="status">
        {countWords(found.length, answer.total, answer.totalIndexed)}
      </p>
      {found.length === 0 ? (
        <EmptyState
          action={
            <a className="link inline-flex min-h-6 items-center touch" href="#suggest">
              {COPY.suggest}
            </a>
          }
        >
          {COPY.nothing}
        </EmptyState>
      ) : (
        <Paged items={found} size={SHOWN_ENTRIES} noun="entries" question={applied}>
          {(shown) => (
            <ul className="grid grid-cols-1 rounded-lg border border-border bg-surface shadow-card">
              {shown.map((entry) => (
                <EntryRow key={entry.name} entry={entry} />
              ))}
            </ul>
          )}
        </Paged>
      )}
    </div>
  );
}

const EntryRow = memo(function EntryRow({ entry }: { entry: CatalogItem }) {
  const { name, description, packages, versions, license, indexed } = entry;
  return (
    <li className="grid grid-cols-1 gap-1 border-t border-border px-5 py-4 first:border-t-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 font-semibold wrap-anywhere">
          <Link to={`/catalog/${librarySlug(name)}`} className="link inline-flex min-h-6 items-center touch">
            {name}
          </Link>
          {versions.rule === "path" && (
            <span className="ml-2 font-normal text-muted">{versions.current}</span>
          )}
        </p>
        <span className="flex flex-wrap items-center gap-2 text-sm text-muted">
          {indexed?.lastIndexedAt && <Ago iso={indexed.lastIndexedAt} />}
          <Chip kind={indexed === null ? "pending" : "complete"}>{indexedWords(indexed)}</Chip>
        </span>
      </div>
      <p className="max-w-measure text-md">{description}</p>
      <p className="flex flex-wrap gap-x-3 text-sm wrap-anywhere text-muted empty:hidden">
        {packages.length > 0 && <code>{packages.join(" ")}</code>}
        {license !== "unknown" && <span>License: {license}</span>}
      </p>
    </li>
  );
});

function ListSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-10 max-w-[480px]" />
      <Skeleton className="h-[19.5px] w-48" />
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <Skeleton key={row} className="h-24" />
      ))}
    </div>
  );
}

/** The text in which an entry is found. */
function textOf({ name, aliases, packages, description }: CatalogItem): string {
  return [name, ...aliases, ...packages, description].join("\n");
}

/** Entries that can be searched now, then the others, both by name. */
function indexedFirst(entries: readonly CatalogItem[]): CatalogItem[] {
  return entries.toSorted((a, b) => Number(b.indexed !== null) - Number(a.indexed !== null));
}
