import type { PackFile } from "#schema/api/packs.ts";

let read: ((name: PackFile) => ArrayBuffer) | null = null;

/**
 * Sets the reader of data files. The modules that need a file ask for it as they are loaded, so whoever searches offline calls this first
 * and imports them afterwards.
 */
export function useDataFiles(reader: (name: PackFile) => ArrayBuffer): void {
  read = reader;
}

/** The bytes of a data file. The build puts this in the place of an import of the file (cli/build.ts). */
export function dataFile(name: PackFile): ArrayBuffer {
  if (read === null) throw new Error(`${name} was wanted before there was a pack`);
  return read(name);
}
