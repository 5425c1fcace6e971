import { memo } from "react";
import type { ReactNode } from "react";
import { errorWords } from "#web/api/errors.ts";
import { ActionButton } from "#web/components/ui/action-button.tsx";
import { Ago } from "#web/components/ui/ago.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { ConfirmButton } from "#web/components/ui/confirm-button.tsx";
import { Paged } from "#web/components/ui/paged.tsx";
import { Cell, Column, Row, Table, TableBody, TableHead } from "#web/components/ui/table.tsx";
import { refreshSource, removeSource, useReloadSources } from "./queries.ts";
import type { Source } from "./queries.ts";

const KIND_NAMES: Record<Source["kind"], string> = {
  site: "Site",
  repository: "Repository",
  "pdf-set": "PDFs",
  package: "Package",
  "api-description": "API",
};

/** On one page of the list. */
const SHOWN_SITES = 50;

type SiteListProps = {
  sites: readonly Source[];
  /** The state of a site's newest run. The same functions as long as no run has changed. */
  status: (moduleId: string) => ReactNode;
  isRunning: (moduleId: string) => boolean;
};

/** The sites of the scope. */
export function SiteList({ sites, status, isRunning }: SiteListProps) {
  return (
    <Paged items={sites} size={SHOWN_SITES} noun="sites">
      {(shown) => (
        <Table label="Sites">
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
            {shown.map((site) => (
              <SiteRow key={site.id} site={site} status={status} isRunning={isRunning} />
            ))}
          </TableBody>
        </Table>
      )}
    </Paged>
  );
}

type SiteRowProps = Omit<SiteListProps, "sites"> & { site: Source };

const SiteRow = memo(function SiteRow({ site, status, isRunning }: SiteRowProps) {
  const reload = useReloadSources();
  return (
    <Row>
      <Cell label="Name" className="sm:max-w-80">
        <span className="font-medium wrap-anywhere">
          {site.name}
          {site.version !== null && <span className="text-muted"> {site.version}</span>}
        </span>
        {site.kind !== "site" && (
          <span className="ml-2">
            <Chip>{KIND_NAMES[site.kind]}</Chip>
          </span>
        )}
        <span className="block truncate text-xs text-muted" title={site.url}>
          {site.url}
        </span>
        {site.problem !== null && <span className="mt-1 block text-sm text-danger">{site.problem}</span>}
      </Cell>
      <Cell label="Pages" isNumeric>
        {site.totalPages.toLocaleString("en-US")}
      </Cell>
      <Cell label="Chunks" isNumeric>
        {site.totalChunks.toLocaleString("en-US")}
      </Cell>
      <Cell label="Last indexed" className="whitespace-nowrap">
        <Ago iso={site.lastIndexedAt} />
      </Cell>
      <Cell label="Status">{status(site.id)}</Cell>
      <Cell>
        <span className="flex justify-end gap-2">
          <ActionButton
            label={`Refresh ${site.name}`}
            onAct={() => refreshSource(site.id)}
            onSettled={reload}
            failed={(error) => errorWords(error, "The site could not be refreshed.")}
            disabled={isRunning(site.id)}
          >
            Refresh
          </ActionButton>
          <ConfirmButton
            title={`Remove ${site.name}`}
            description={`Its ${site.totalPages.toLocaleString("en-US")} ${site.totalPages === 1 ? "page is" : "pages are"} not searchable any more, and its jobs leave the list. The site itself stays as it is.`}
            action="Remove"
            onConfirm={() => removeSource(site.id)}
            onDone={reload}
            failed={(error) => errorWords(error, "The site could not be removed.")}
          >
            Remove…
          </ConfirmButton>
        </span>
      </Cell>
    </Row>
  );
});
