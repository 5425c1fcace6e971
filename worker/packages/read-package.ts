import type { SourceDocument } from "#worker/content/document.ts";
import { resolveIncludes } from "#worker/content/includes/resolve-includes.ts";
import { FileNames } from "#worker/content/includes/source-files.ts";
import type { SourceFiles } from "#worker/content/includes/source-files.ts";
import { decodeText } from "#worker/crawl/decode-page.ts";
import { isDocumentPath, readRepositoryFile } from "#worker/github/document-files.ts";
import { packageFileUrl, packageUrl } from "./package-ref.ts";
import { declarationsToMarkdown } from "./read-declarations.ts";
import { readTarGz } from "./read-tar.ts";
import type { TarLimits } from "./read-tar.ts";
import type { RegistryPackage } from "./registry.ts";

export type PackagePage = { url: string; document: SourceDocument };

/** Limits for an archive: the largest packages of npm whose documentation people read are some 30 MB unpacked. */
const LIMITS: TarLimits = {
  maxBytes: 200 * 1024 * 1024,
  maxFiles: 20_000,
  maxFileBytes: 1024 * 1024,
  // An isolate has 128 MB, for the packed archive, for the held files, and for the pages that are made of them.
  maxHeldBytes: 12 * 1024 * 1024,
};
const MAX_PAGES = 2_000;
/** Most passes over an archive: to learn which files are asked for, to read these, and to read the files that those include. */
const MAX_ROUNDS = 4;
/** Most pages and included files together. */
const MAX_TEXTS = 10_000;
/** Most bytes that all pages include; the examples of large projects have a tenth of it. */
const MAX_INCLUDED_BYTES = 16 * 1024 * 1024;

type Source = { path: string; text: string };

/** The documents of a package: README first, then its folders of documentation, then its type declarations. */
export async function readPackage(
  found: RegistryPackage,
  archive: Uint8Array | null,
): Promise<PackagePage[]> {
  const names = new Set<string>();
  const isAsked = (path: string) => {
    names.add(inside(path));
    return isWanted(inside(path));
  };
  const files = archive === null ? [] : await readTarGz(archive, isAsked, LIMITS);
  const sources = files
    .map(({ path, bytes }) => ({ path: inside(path), text: decodeText(bytes, null) }))
    .toSorted((a, b) => pathOrder(a.path) - pathOrder(b.path) || (a.path < b.path ? -1 : 1));
  const whole = archive === null ? sources : await withIncluded(archive, sources, names);
  const pages = whole.flatMap(({ path, text }) => {
    const url = packageFileUrl(found, path);
    const document = readFile(path, text, url);
    return document ? [{ url, document }] : [];
  });
  // The registry's page shows the README, often in a better shape than the file.
  const shown =
    found.readme &&
    readFile(found.readme.isRst ? "README.rst" : "README.md", found.readme.text, packageUrl(found));
  const all = shown
    ? [
        { url: packageUrl(found), document: shown },
        ...pages.filter(({ url }) => !/\/README\.\w+$/i.test(url)),
      ]
    : pages;
  return all.slice(0, MAX_PAGES);
}

/** `package.json` and the `.d.ts` files of an archive, by their path in the package. */
export async function readTypes(archive: Uint8Array): Promise<Map<string, string>> {
  const files = await readTarGz(archive, (path) => isOfTypes(inside(path)), LIMITS);
  return new Map(files.map(({ path, bytes }) => [inside(path), decodeText(bytes, null)]));
}

function isOfTypes(path: string): boolean {
  return path === "package.json" || (path.endsWith(".d.ts") && isWanted(path));
}

/**
 * Pages with the files of the archive that they include. Which files these are is known only as the pages are read, so the archive is gone
 * through again for them, and once more for the files that those include in turn.
 */
async function withIncluded(archive: Uint8Array, sources: Source[], paths: Set<string>): Promise<Source[]> {
  const names = new FileNames(paths);
  const texts = new Map(sources.map(({ path, text }): [string, string | null] => [path, text]));
  let whole = sources;
  let room = MAX_INCLUDED_BYTES;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const asked = new Set<string>();
    const files: SourceFiles = {
      names: () => Promise.resolve(names),
      read(path) {
        if (!texts.has(path) && texts.size < MAX_TEXTS) asked.add(path);
        return Promise.resolve(texts.get(path) ?? null);
      },
    };
    whole = [];
    for (const { path, text } of sources)
      whole.push({ path, text: (await resolveIncludes({ path, text }, files)).text });
    if (asked.size === 0) return whole;
    for (const path of asked) texts.set(path, null);
    const isAsked = (path: string) => asked.has(inside(path));
    for (const { path, bytes } of await readTarGz(archive, isAsked, LIMITS)) {
      room -= bytes.byteLength;
      // A zero byte is a sign of no text, as in git.
      if (room > 0 && !bytes.subarray(0, 8000).includes(0)) texts.set(inside(path), decodeText(bytes, null));
    }
  }
  return whole;
}

function readFile(path: string, text: string, url: string): SourceDocument | null {
  if (!DECLARATIONS.test(path)) return readRepositoryFile(path, text, url);
  const markdown = declarationsToMarkdown(path, text);
  return markdown === null ? null : readRepositoryFile(`${path}.md`, markdown, url);
}

const DECLARATIONS = /\.d\.[cm]?ts$/;

/** Path inside an archive, which has one folder around everything: `package/` of npm, `name-1.0/` of PyPI. */
function inside(path: string): string {
  return path.replace(/^(?:\.\/)?[^/]+\//, "");
}

function isWanted(path: string): boolean {
  if (/(?:^|\/)(?:node_modules|\.[^/]*|\.\.)(?:\/|$)/.test(path)) return false;
  // `index.d.mts` repeats the text of `index.d.ts`.
  if (DECLARATIONS.test(path)) return path.endsWith(".d.ts");
  return (
    isDocumentPath(path) && (!path.includes("/") || /(?:^|\/)(?:docs?|documentation|guides?)\//i.test(path))
  );
}

function pathOrder(path: string): number {
  if (/^readme\.\w+$/i.test(path)) return 0;
  return DECLARATIONS.test(path) ? 2 : 1;
}
