/**
 * `node scripts/bytes.ts [folder]`: what a browser loads before the first page is drawn, compressed with brotli, from the
 * manifest of a build. Ends with 1 when a goal is missed.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

type ManifestChunk = { file: string; imports?: string[]; css?: string[] };

const CONSOLE_SHELL = "web/app/console-layout.tsx";
/** What is loaded for each, in KiB; the goals are those of the design. */
const GOALS: [name: string, modules: string[], maxKib: number][] = [
  ["home", ["web/pages/site/home-page.tsx"], 105],
  ["MCP page", ["web/pages/site/mcp-page.tsx"], 125],
  ["console shell", [CONSOLE_SHELL], 185],
];
const CONSOLE_PAGE_MAX_KIB = 230;

const folder = process.argv[2] ?? "dist/client";
const manifest: Record<string, ManifestChunk> = JSON.parse(
  readFileSync(join(folder, ".vite/manifest.json"), "utf8"),
);
const pages = Object.keys(manifest).filter((name) => name.startsWith("web/pages/console/"));
const goals = [
  ...GOALS,
  ...pages.map((page): (typeof GOALS)[number] => [page, [CONSOLE_SHELL, page], CONSOLE_PAGE_MAX_KIB]),
];
for (const [name, modules, maxKib] of goals) {
  const kib = sumKib(["index.html", ...modules]);
  console.log(`${kib.toFixed(1).padStart(6)} KiB of ${maxKib}  ${name}`);
  if (kib > maxKib) process.exitCode = 1;
}

function sumKib(names: string[]): number {
  const files = new Set<string>();
  for (const name of names) collect(name, files);
  let bytes = 0;
  for (const file of files) bytes += brotliCompressSync(readFileSync(join(folder, file))).length;
  return bytes / 1024;
}

function collect(name: string, files: Set<string>): void {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The build has no ${name}.`);
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) collect(imported, files);
}
