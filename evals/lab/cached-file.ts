import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * The path of a file made from the sources of `digest`; made now unless it is there. A file appears only when it is whole, so
 * one whose process ended midway is made again. Files of the same name with another digest are deleted.
 */
export async function cachedFile(
  folder: string,
  name: string,
  digest: string,
  make: (path: string) => Promise<void>,
): Promise<string> {
  const fileName = `${name}-${digest}.sqlite`;
  const file = join(folder, fileName);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const making = mkdtempSync(join(folder, "making-"));
  try {
    await make(join(making, fileName));
    renameSync(join(making, fileName), file);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  for (const other of readdirSync(folder))
    if (other !== fileName && isOf(name, other)) rmSync(join(folder, other), { force: true });
  return file;
}

/** Whether a file is of this name: another name may begin with the same letters. */
function isOf(name: string, fileName: string): boolean {
  return fileName.startsWith(`${name}-`) && /^[0-9a-f]+\.sqlite$/.test(fileName.slice(name.length + 1));
}
