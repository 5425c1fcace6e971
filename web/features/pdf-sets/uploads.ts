import { useSyncExternalStore } from "react";
import { errorWords } from "#web/api/errors.ts";
import { indexSet, missingFiles } from "./queries.ts";
import { fileProblem } from "./set-state.ts";
import { sendFile } from "./send-file.ts";

/** A file on its way. The upload goes on while another page is looked at, and ends with the tab of the browser. */
export type Upload = {
  name: string;
  size: number;
  sent: number;
  state: "waiting" | "sending" | "done" | "refused";
  /** The reason why the file was refused. */
  problem: string | null;
};

/** Number of requests at a time: more would not be faster, and each holds a file. */
const AT_ONCE = 3;
const NONE: readonly Upload[] = [];

let uploads: ReadonlyMap<string, readonly Upload[]> = new Map();
const listeners = new Set<() => void>();

/** The files that are on their way to a set, or were since the list was last cleared. */
export function useUploads(setId: string): readonly Upload[] {
  return useSyncExternalStore(subscribe, () => uploads.get(setId) ?? NONE);
}

export function clearUploads(setId: string): void {
  const next = new Map(uploads);
  next.delete(setId);
  change(next);
}

/**
 * Sends files to a set and then has it indexed. Files that the set has already are not sent again, so an interrupted upload
 * goes on where it stopped. A file that cannot be sent says why, and holds up no other.
 */
export async function uploadFiles(setId: string, files: readonly File[]): Promise<void> {
  const chosen = new Map(files.map((file) => [file.name, file]));
  replace(
    setId,
    [...chosen.values()].map((file) => {
      const problem = fileProblem(file);
      return {
        name: file.name,
        size: file.size,
        sent: 0,
        state: problem === null ? "waiting" : "refused",
        problem,
      };
    }),
  );
  const good = [...chosen.values()].filter((file) => fileProblem(file) === null);
  try {
    const sizes = good.map(({ name, size }) => ({ name, sizeBytes: size }));
    const missing = good.length > 0 ? await missingFiles(setId, sizes) : new Set<string>();
    for (const { name, size } of good)
      if (!missing.has(name)) update(setId, name, { state: "done", sent: size });
    const queue = good.filter(({ name }) => missing.has(name));
    await Promise.all(Array.from({ length: AT_ONCE }, () => work(setId, queue)));
  } catch (error) {
    for (const { name } of good) refuse(setId, name, error);
    return;
  }
  if (!uploads.get(setId)?.some(({ state }) => state === "done")) return;
  await indexSet(setId);
}

async function work(setId: string, queue: File[]): Promise<void> {
  for (let file = queue.shift(); file; file = queue.shift()) {
    const { name, size } = file;
    update(setId, name, { state: "sending" });
    try {
      await sendFile(setId, file, (sent) => update(setId, name, { sent }));
      update(setId, name, { state: "done", sent: size });
    } catch (error) {
      refuse(setId, name, error);
    }
  }
}

function refuse(setId: string, name: string, error: unknown): void {
  const problem = errorWords(error, "The file could not be sent. Choose it again to go on.").message;
  update(setId, name, { state: "refused", problem });
}

function update(setId: string, name: string, changes: Partial<Upload>): void {
  const list = uploads.get(setId) ?? NONE;
  replace(
    setId,
    list.map((upload) => (upload.name === name ? { ...upload, ...changes } : upload)),
  );
}

function replace(setId: string, list: readonly Upload[]): void {
  change(new Map([...uploads, [setId, list]]));
}

function change(next: ReadonlyMap<string, readonly Upload[]>): void {
  uploads = next;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
