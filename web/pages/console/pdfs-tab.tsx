import { errorWords } from "#web/api/errors.ts";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { FindInput } from "#web/components/ui/find-input.tsx";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { showToast } from "#web/components/ui/toasts.ts";
import { AddPdfSet } from "#web/features/pdf-sets/add-pdf-set.tsx";
import { PdfSetCard } from "#web/features/pdf-sets/pdf-set-card.tsx";
import { usePdfSets, useReloadPdfSets } from "#web/features/pdf-sets/queries.ts";
import { uploadFiles } from "#web/features/pdf-sets/uploads.ts";
import { hasWords } from "#web/lib/has-words.ts";
import type { Finding } from "./resource-tab.ts";

const FAILURE_SHOWN_MS = 5_000;

/** PDF sets. An upload goes on when the page is left. */
export function PdfsTab({ wanted, onWant }: Finding) {
  const sets = usePdfSets();
  const reload = useReloadPdfSets();

  async function send(setId: string, files: readonly File[]) {
    if (files.length === 0) return;
    try {
      await uploadFiles(setId, files);
    } catch (error) {
      const { message } = errorWords(error, "Indexing could not be started.");
      showToast({ text: message, kind: "danger", durationMs: FAILURE_SHOWN_MS });
    }
    await reload();
  }

  const onFiles = (setId: string, files: readonly File[]) => void send(setId, files);
  const found = sets.data?.filter(({ displayName }) => hasWords(displayName, wanted)) ?? [];
  return (
    <Loaded
      query={sets}
      label="Loading PDF sets"
      skeleton={<Skeleton className="h-60" />}
      failed={(error) => errorWords(error, "The PDF sets could not be read.")}
    >
      {(all) =>
        all.length === 0 ? (
          <EmptyState
            action={<AddPdfSet onFiles={onFiles} />}
            example="For example the manuals of a machine, or the papers of a project"
          >
            No PDFs yet.
          </EmptyState>
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <div>
              <AddPdfSet onFiles={onFiles} />
            </div>
            <FindInput label="Find a set" among={all.length} value={wanted} onChange={onWant} />
            {found.length === 0 && <p className="text-md text-muted">No set matches.</p>}
            <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
              {found.map((set) => (
                <PdfSetCard key={set.setId} set={set} onFiles={onFiles} />
              ))}
            </div>
          </div>
        )
      }
    </Loaded>
  );
}
