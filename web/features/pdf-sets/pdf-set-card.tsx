import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { errorWords } from "#web/api/errors.ts";
import { Ago } from "#web/components/ui/ago.tsx";
import { Banner, Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { ConfirmButton } from "#web/components/ui/confirm-button.tsx";
import { indexSet, removeFile, removeSet, useReloadPdfSets } from "./queries.ts";
import type { PdfFile, PdfSet } from "./queries.ts";
import { formatBytes, isRunning, languageName, pdfClass, statusWord } from "./set-state.ts";
import { UploadList } from "./upload-list.tsx";
import { clearUploads, useUploads } from "./uploads.ts";

type PdfSetCardProps = { set: PdfSet; onFiles: (setId: string, files: readonly File[]) => void };

/** One set: its files, its state, and the actions on it. */
export function PdfSetCard({ set, onFiles }: PdfSetCardProps) {
  const input = useRef<HTMLInputElement>(null);
  const uploads = useUploads(set.setId);
  const reload = useReloadPdfSets();
  const index = useMutation({ mutationFn: () => indexSet(set.setId), onSettled: reload });
  const isBusy = isRunning(set) || uploads.some(({ state }) => state === "waiting" || state === "sending");
  const language = languageName(set.language);
  const facts = [
    `${set.totalFiles.toLocaleString("en-US")} ${set.totalFiles === 1 ? "file" : "files"}`,
    formatBytes(set.totalSizeBytes),
    ...(set.totalDocs > 0 ? [`${set.totalDocs.toLocaleString("en-US")} pages`] : []),
    ...(language === null ? [] : [language]),
  ];
  return (
    <Card aria-label={set.displayName} className="grid grid-cols-1 content-start gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 text-lg wrap-anywhere">{set.displayName}</h2>
        <Chip kind={pdfClass(set.status)}>{statusWord(set.status)}</Chip>
      </div>
      <p className="text-sm text-muted">
        {facts.join(" · ")}
        <br />
        {isRunning(set)
          ? `${set.indexedPages.toLocaleString("en-US")} pages read so far`
          : set.lastIndexedAt !== null && (
              <>
                Indexed <Ago iso={set.lastIndexedAt} />
              </>
            )}
      </p>
      {set.lastError !== null && (
        <Banner kind={set.status === "failed" ? "danger" : "warning"}>
          {set.lastError}
          {set.errorCount > 1 && ` ${set.errorCount.toLocaleString("en-US")} files could not be indexed.`}
        </Banner>
      )}
      {index.error && <Problem {...errorWords(index.error, "Indexing could not be started.")} />}
      <UploadList uploads={uploads} onClear={() => clearUploads(set.setId)} />
      {set.pdfFiles.length > 0 && (
        <details>
          <summary className="content-center py-1 text-sm text-muted touch">Files</summary>
          <ul className="mt-2 grid max-h-72 overflow-y-auto text-sm">
            {set.pdfFiles.map((file) => (
              <FileLine key={file.fileId} setId={set.setId} file={file} isBusy={isBusy} />
            ))}
          </ul>
        </details>
      )}
      <div className="mt-auto flex flex-wrap gap-2 pt-1">
        <input
          ref={input}
          type="file"
          multiple
          accept="application/pdf,.pdf"
          className="hidden"
          aria-label={`Files for ${set.displayName}`}
          onChange={({ target }) => {
            onFiles(set.setId, [...(target.files ?? [])]);
            target.value = "";
          }}
        />
        <Button
          size="sm"
          disabled={isBusy}
          onClick={() => input.current?.click()}
          aria-label={`Add files to ${set.displayName}`}
        >
          Add files
        </Button>
        <Button
          size="sm"
          disabled={isBusy || set.totalFiles === 0}
          isBusy={index.isPending}
          onClick={() => index.mutate()}
          aria-label={`Index ${set.displayName}`}
        >
          {set.lastIndexedAt === null ? "Index" : "Index again"}
        </Button>
        <ConfirmButton
          title={`Remove ${set.displayName}`}
          description={`Its ${set.totalFiles === 1 ? "file is" : `${set.totalFiles.toLocaleString("en-US")} files are`} deleted here and not searchable any more. This cannot be undone.`}
          action="Remove"
          onConfirm={() => removeSet(set.setId)}
          onDone={reload}
          failed={(error) => errorWords(error, "The set could not be removed.")}
        >
          Remove…
        </ConfirmButton>
      </div>
    </Card>
  );
}

function FileLine({ setId, file, isBusy }: { setId: string; file: PdfFile; isBusy: boolean }) {
  const reload = useReloadPdfSets();
  const remove = useMutation({ mutationFn: () => removeFile(setId, file.name), onSettled: reload });
  const problem =
    file.error ?? (remove.error && errorWords(remove.error, "It could not be removed.").message);
  return (
    <li className="grid gap-1 border-t border-border py-2 first:border-t-0">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 basis-40 wrap-anywhere">{file.name}</span>
        <span className="text-muted tabular-nums">
          {file.pages !== null && `${file.pages.toLocaleString("en-US")} pages, `}
          {formatBytes(file.sizeBytes)}
        </span>
        <Chip kind={pdfClass(file.status)}>{statusWord(file.status)}</Chip>
        <Button
          size="sm"
          variant="ghost"
          disabled={isBusy}
          isBusy={remove.isPending}
          onClick={() => remove.mutate()}
          aria-label={`Remove ${file.name}`}
        >
          Remove
        </Button>
      </span>
      {problem && <span className="text-danger">{problem}</span>}
    </li>
  );
}
