import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The text of every file below a folder for which `include` answers true, by its path with slashes; without `node_modules`. */
export function readFolder(
  folder: string,
  include: (path: string) => boolean = () => true,
): Record<string, string> {
  const files: Record<string, string> = {};
  const visit = (below: string) => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below ? `${below}/${entry.name}` : entry.name;
      if (entry.isDirectory() && entry.name !== "node_modules") visit(path);
      else if (entry.isFile() && include(path)) files[path] = readFileSync(join(folder, path), "utf8");
    }
  };
  visit("");
  return files;
}
