import { Button } from "#web/components/ui/button.tsx";
import { Meter } from "#web/components/ui/meter.tsx";
import { formatBytes } from "./set-state.ts";
import type { Upload } from "./uploads.ts";

/** Files on their way, each with its progress; a refused file says why and stays until it is put away. */
export function UploadList({ uploads, onClear }: { uploads: readonly Upload[]; onClear: () => void }) {
  const isOver = uploads.every(({ state }) => state === "done" || state === "refused");
  const shown = isOver ? uploads.filter(({ state }) => state === "refused") : uploads;
  if (shown.length === 0) return null;
  const done = uploads.filter(({ state }) => state === "done").length;
  return (
    <section aria-label="Upload" className="grid gap-3 rounded-sm bg-sunken p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm font-medium" role="status">
          {isOver
            ? `${shown.length} of ${uploads.length} not uploaded`
            : `${done} of ${uploads.length} uploaded`}
        </p>
        {isOver && (
          <Button size="sm" onClick={onClear}>
            Dismiss
          </Button>
        )}
      </div>
      <ul className="grid max-h-60 gap-2 overflow-y-auto text-sm">
        {shown.map((upload) => (
          <li key={upload.name} className="grid gap-1">
            <span className="wrap-anywhere">{upload.name}</span>
            {upload.state === "refused" ? (
              <span className="text-danger">{upload.problem}</span>
            ) : (
              <Meter
                label={upload.name}
                text={`${formatBytes(upload.sent)} of ${formatBytes(upload.size)}`}
                share={upload.sent / upload.size}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
