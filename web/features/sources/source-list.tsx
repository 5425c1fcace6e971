import { memo } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { errorWords } from "#web/api/errors.ts";
import { ActionButton } from "#web/components/ui/action-button.tsx";
import { Ago } from "#web/components/ui/ago.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { ConfirmButton } from "#web/components/ui/confirm-button.tsx";
import { Paged } from "#web/components/ui/paged.tsx";
import { Cell, Column, Row, Table, TableBody, TableHead } from "#web/components/ui/table.tsx";
import { registryOf } from "./package-input.ts";
import { refreshSource, removeSource, useReloadSources } from "./queries.ts";
import type { Source } from "./queries.ts";

/** The noun for the sources of a list. */
type Noun = "site" | "package";

const WORDS: Record<Noun, { label: string; noun: string; rest: string }> = {
  site: { label: "Sites", noun: "sites", rest: "The site itself stays as it is." },
  package: { label: "Packages", noun: "packages", rest: "Other versions stay." },
};

/** Number of sources on one page of the list. */
const SHOWN_SOURCES = 50;

type SourceListProps = {
  sources: readonly Source[];
  noun: Noun;
  /** The state of a source's newest run. Give the same functions as long as no run has changed. */
  status: (moduleId: string) => ReactNode;
  isRunning: (moduleId: string) => boolean;
  /** A button that stops the run that goes on. */
  cancel: (moduleId: string) => ReactNode;
};

/** Sources of one kind. */
export function SourceList({ sources, noun, ...states }: SourceListProps) {
  return (
    <Paged items={sources} size={SHOWN_SOURCES} noun={WORDS[noun].noun}>
      {(shown) => (
        <Table label={WORDS[noun].label}>
          <TableHead>
            <Column>Name</Column>
            <Column isNumeric>Pages</Column>
            <Column isNumeric>Chunks</Column>
            <Column>Last indexed</Column>
            <Column>Status</Column>
            <Column>
              <span className="sr-only">Actions</span>
            </Column>
          </TableHead>
          <TableBody>
            {shown.map((source) => (
              <SourceRow key={source.id} source={source} noun={noun} {...states} />
            ))}
          </TableBody>
        </Table>
      )}
    </Paged>
  );
}

type SourceRowProps = Omit<SourceListProps, "sources"> & { source: Source };

const SourceRow = memo(function SourceRow({ source, noun, status, isRunning, cancel }: SourceRowProps) {
  const reload = useReloadSources();
  const { id, name, version, url, totalPages } = source;
  const chip = chipOf(source);
  // Versions of a package share its name.
  const fullName = version === null ? name : `${name} ${version}`;
  const pages = `${totalPages.toLocaleString("en-US")} ${totalPages === 1 ? "page is" : "pages are"}`;
  return (
    <Row>
      <Cell isTitle className="sm:max-w-80">
        <span className="font-medium wrap-anywhere">
          {name}
          {version !== null && <span className="text-muted"> {version}</span>}
        </span>
        {chip !== null && (
          <span className="ml-2">
            <Chip>{chip}</Chip>
          </span>
        )}
        <span className="block truncate text-xs text-muted" title={url}>
          {url}
        </span>
        {source.problem !== null && (
          <span className="mt-1 block text-sm text-danger">
            {source.problem}{" "}
            <Link to={`/resources?${new URLSearchParams({ tab: "jobs", find: name })}`} className="link">
              See its jobs
            </Link>
          </span>
        )}
        {totalPages > 0 && (
          <Link
            to={`/gaps?${new URLSearchParams({ source: name })}`}
            className="link mt-1 block w-fit text-sm"
            aria-label={`Documentation gaps of ${fullName}`}
          >
            Documentation gaps
          </Link>
        )}
        {source.indexing !== null && <span className="mt-1 block text-sm text-muted">{source.indexing}</span>}
      </Cell>
      <Cell label="Pages" isNumeric>
        {totalPages.toLocaleString("en-US")}
      </Cell>
      <Cell label="Chunks" isNumeric>
        {source.totalChunks.toLocaleString("en-US")}
      </Cell>
      <Cell label="Last indexed" className="whitespace-nowrap">
        <Ago iso={source.lastIndexedAt} />
      </Cell>
      <Cell label="Status">{status(id)}</Cell>
      <Cell>
        <span className="flex justify-end gap-2">
          {isRunning(id) ? (
            cancel(id)
          ) : (
            <ActionButton
              label={`Refresh ${fullName}`}
              onAct={() => refreshSource(id)}
              onSettled={reload}
              failed={(error) => errorWords(error, `The ${noun} could not be refreshed.`)}
            >
              Refresh
            </ActionButton>
          )}
          <ConfirmButton
            title={`Remove ${fullName}`}
            description={`Its ${pages} not searchable any more, and its jobs leave the list. ${WORDS[noun].rest}`}
            action="Remove"
            onConfirm={() => removeSource(id)}
            onDone={reload}
            failed={(error) => errorWords(error, `The ${noun} could not be removed.`)}
          >
            Remove…
          </ConfirmButton>
        </span>
      </Cell>
    </Row>
  );
});

/** The kind of a source, where its list does not say it. */
function chipOf({ kind, url }: Source): string | null {
  if (kind === "package") return registryOf(url);
  return kind === "api-description" ? "API" : null;
}
