import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { START } from "./prerender.ts";

type ManifestChunk = { file: string; imports?: string[]; css?: string[] };

export type FirstLoad = { name: string; kib: number; maxKib: number };

const CONSOLE_SHELL = "web/app/console-layout.tsx";
/** Largest size of the scripts loaded for each page, in KiB; the goals are those of the design. */
const GOALS: [name: string, modules: string[], maxKib: number][] = [
  ["home", ["web/pages/site/home-page.tsx"], 110],
  ["MCP page", ["web/pages/site/mcp-page.tsx"], 125],
  ["console shell", [CONSOLE_SHELL], 185],
];
const CONSOLE_PAGE_MAX_KIB = 230;

/** The scripts that a browser loads before the first page is drawn, compressed with brotli, from the manifest of a build. */
export function firstLoads(folder: string): FirstLoad[] {
  const manifest: Record<string, ManifestChunk> = JSON.parse(
    readFileSync(join(folder, ".vite/manifest.json"), "utf8"),
  );
  const pages = Object.keys(manifest).filter((name) => name.startsWith("web/pages/console/"));
  return [
    ...GOALS,
    ...pages.map((page): (typeof GOALS)[number] => [page, [CONSOLE_SHELL, page], CONSOLE_PAGE_MAX_KIB]),
  ].map(([name, modules, maxKib]) => {
    const files = new Set<string>();
    for (const module of ["index.html", ...START, ...modules]) collect(manifest, module, files);
    let bytes = 0;
    for (const file of files) bytes += brotliCompressSync(readFileSync(join(folder, file))).length;
    return { name, kib: bytes / 1024, maxKib };
  });
}

function collect(manifest: Record<string, ManifestChunk>, name: string, files: Set<string>): void {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The build has no ${name}.`);
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) collect(manifest, imported, files);
}
