import { FileUp } from "lucide-react";
import { useState } from "react";
import { cx } from "#web/components/class-names.ts";

/** A place to choose files in a dialog of the system, or to drop them. */
export function ChooseFiles({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [isOver, setIsOver] = useState(false);
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
      className={cx(
        "grid justify-items-center gap-2 rounded-md border border-dashed border-strong px-4 py-6 text-center text-md focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:bg-hover",
        isOver && "bg-accent-soft",
      )}
    >
      <FileUp aria-hidden="true" className="size-5 text-muted" />
      <span>Choose PDF files, or drop them here</span>
      <input
        type="file"
        multiple
        accept="application/pdf,.pdf"
        className="sr-only"
        onChange={({ target }) => onFiles([...(target.files ?? [])])}
      />
    </label>
  );
}
