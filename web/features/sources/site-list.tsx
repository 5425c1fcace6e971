import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { errorWords } from "#web/api/errors.ts";
import { AlertDialog } from "#web/components/ui/alert-dialog.tsx";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { Cell, Column, Row, Table, TableBody, TableHead } from "#web/components/ui/table.tsx";
import { showToast } from "#web/components/ui/toasts.ts";
import { formatAgo, formatDate } from "#web/lib/dates.ts";
import { refreshSource, removeSource, useReloadSources } from "./queries.ts";
import type { Source } from "./queries.ts";

const KIND_NAMES: Record<Source["kind"], string> = {
  site: "Site",
  repository: "Repository",
  "pdf-set": "PDFs",
  package: "Package",
  "api-description": "API",
};

type SiteListProps = {
  sites: readonly Source[];
  /** The state of a site's newest run. */
  status: (site: Source) => ReactNode;
  isRunning: (site: Source) => boolean;
};

/** The sites of the scope. */
export function SiteList({ sites, status, isRunning }: SiteListProps) {
  return (
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
        {sites.map((site) => (
          <Row key={site.id}>
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
              {site.problem !== null && (
                <span className="mt-1 block text-sm text-danger">{site.problem}</span>
              )}
            </Cell>
            <Cell label="Pages" isNumeric>
              {site.totalPages.toLocaleString("en-US")}
            </Cell>
            <Cell label="Chunks" isNumeric>
              {site.totalChunks.toLocaleString("en-US")}
            </Cell>
            <Cell label="Last indexed" className="whitespace-nowrap">
              {site.lastIndexedAt === null ? (
                "Never"
              ) : (
                <time dateTime={site.lastIndexedAt} title={formatDate(site.lastIndexedAt)}>
                  {formatAgo(site.lastIndexedAt)}
                </time>
              )}
            </Cell>
            <Cell label="Status">{status(site)}</Cell>
            <Cell>
              <span className="flex justify-end gap-2">
                <RefreshButton site={site} isRunning={isRunning(site)} />
                <RemoveButton site={site} />
              </span>
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

function RefreshButton({ site, isRunning }: { site: Source; isRunning: boolean }) {
  const reload = useReloadSources();
  const refresh = useMutation({
    mutationFn: () => refreshSource(site.id),
    onSettled: reload,
    onError: (error) =>
      showToast({
        text: errorWords(error, "The site could not be refreshed.").message,
        kind: "danger",
        durationMs: 5_000,
      }),
  });
  return (
    <Button
      size="sm"
      disabled={isRunning}
      isBusy={refresh.isPending}
      onClick={() => refresh.mutate()}
      aria-label={`Refresh ${site.name}`}
    >
      Refresh
    </Button>
  );
}

function RemoveButton({ site }: { site: Source }) {
  const [isOpen, setIsOpen] = useState(false);
  const reload = useReloadSources();
  const remove = useMutation({
    mutationFn: () => removeSource(site.id),
    onSuccess: async () => {
      setIsOpen(false);
      await reload();
    },
  });
  return (
    <AlertDialog
      title={`Remove ${site.name}`}
      description={`Its ${site.totalPages.toLocaleString("en-US")} ${site.totalPages === 1 ? "page is" : "pages are"} not searchable any more, and its jobs leave the list. The site itself stays as it is.`}
      action="Remove"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      trigger={
        <Button size="sm" variant="danger" aria-label={`Remove ${site.name}`}>
          Remove…
        </Button>
      }
    >
      {remove.error && <Problem {...errorWords(remove.error, "The site could not be removed.")} />}
    </AlertDialog>
  );
}
