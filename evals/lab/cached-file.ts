import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * The path of a file that is made of what `digest` says: made now unless it is there. It appears when it is whole, so one
 * that was being made when its process ended is made again; those of the same name that were made of something else go.
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

/** Another name may begin with this one. */
function isOf(name: string, fileName: string): boolean {
  return fileName.startsWith(`${name}-`) && /^[0-9a-f]+\.sqlite$/.test(fileName.slice(name.length + 1));
}
