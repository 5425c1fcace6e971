import type { SourceDocument } from "#worker/content/document.ts";
import { decodeText } from "#worker/crawl/decode-page.ts";
import { isDocumentPath, readRepositoryFile } from "#worker/github/document-files.ts";
import { packageFileUrl, packageUrl } from "./package-ref.ts";
import { declarationsToMarkdown } from "./read-declarations.ts";
import { readTarGz } from "./read-tar.ts";
import type { TarLimits } from "./read-tar.ts";
import type { RegistryPackage } from "./registry.ts";

export type PackagePage = { url: string; document: SourceDocument };

/** The largest packages of npm that people read the documentation of are some 30 MB unpacked. */
const LIMITS: TarLimits = {
  maxBytes: 200 * 1024 * 1024,
  maxFiles: 20_000,
  maxFileBytes: 1024 * 1024,
  // An isolate has 128 MB, for the packed archive, for these, and for the pages that are made of them.
  maxHeldBytes: 12 * 1024 * 1024,
};
const MAX_PAGES = 2_000;

/** The documents of a package: README first, then what is in its folders of documentation, then its type declarations. */
export async function readPackage(
  found: RegistryPackage,
  archive: Uint8Array | null,
): Promise<PackagePage[]> {
  const files = archive === null ? [] : await readTarGz(archive, (path) => isWanted(inside(path)), LIMITS);
  const pages = files
    .map(({ path, bytes }) => ({ path: inside(path), bytes }))
    .toSorted((a, b) => standing(a.path) - standing(b.path) || (a.path < b.path ? -1 : 1))
    .flatMap(({ path, bytes }) => {
      const url = packageFileUrl(found, path);
      const document = readFile(path, decodeText(bytes, null), url);
      return document ? [{ url, document }] : [];
    });
  // What the registry shows is the README, often in a better shape than the file.
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

function readFile(path: string, text: string, url: string): SourceDocument | null {
  if (!DECLARATIONS.test(path)) return readRepositoryFile(path, text, url);
  const markdown = declarationsToMarkdown(path, text);
  return markdown === null ? null : readRepositoryFile(`${path}.md`, markdown, url);
}

const DECLARATIONS = /\.d\.[cm]?ts$/;

/** Archives have one folder around everything: `package/` of npm, `name-1.0/` of PyPI. */
function inside(path: string): string {
  return path.replace(/^(?:\.\/)?[^/]+\//, "");
}

function isWanted(path: string): boolean {
  if (/(?:^|\/)(?:node_modules|\.[^/]*|\.\.)(?:\/|$)/.test(path)) return false;
  // `index.d.mts` says again what `index.d.ts` says.
  if (DECLARATIONS.test(path)) return path.endsWith(".d.ts");
  return (
    isDocumentPath(path) && (!path.includes("/") || /(?:^|\/)(?:docs?|documentation|guides?)\//i.test(path))
  );
}

function standing(path: string): number {
  if (/^readme\.\w+$/i.test(path)) return 0;
  return DECLARATIONS.test(path) ? 2 : 1;
}
