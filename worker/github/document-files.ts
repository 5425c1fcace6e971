import { isApiDescriptionName } from "#worker/content/api-description-name.ts";
import { readDocument } from "#worker/content/document.ts";
import type { MediaType, SourceDocument } from "#worker/content/document.ts";

/** A file of a tree as the git trees API lists it. */
export type TreeFile = { path: string; sha: string; sizeBytes: number };

/** Limit on a document; a larger file is data. */
export const MAX_FILE_BYTES = 1024 * 1024;

/** Skipped folders: code of others, output of a build, and data of tests. */
const SKIPPED_FOLDERS = new Set(
  (
    "node_modules bower_components vendor vendored third_party third-party thirdparty external deps " +
    "dist build out target site-packages __pycache__ __snapshots__ snapshots fixtures __fixtures__ testdata test-data"
  ).split(" "),
);
/** The one folder with a dot that holds a project's guides. */
const DOT_FOLDERS = new Set([".github"]);

/** Files that answer no question about how to use something. */
const SKIPPED_NAMES =
  /^(?:licen[cs]e|copying|notice|authors|contributors|codeowners|third[-_]?party[-_]?\w*|pull_request_template|bug_report|feature_request|code_of_conduct)(?:[-.].*)?\.\w+$/i;
const CHANGELOG = /^(?:change[-_]?logs?|changes|history|news|releases?|release[-_]?notes)(?:[-_.].*)?\.\w+$/i;
/** Text files that are lists for programs. */
const LISTS =
  /^(?:cmakelists|requirements[\w.-]*|constraints[\w.-]*|robots|humans|ads|security|manifest|version|package-list|dictionary|words?|spelling[\w-]*|yarn\.lock|[\w.-]*\.lock)\.txt$/i;

const DOCUMENT = /\.(md|mdx|markdown|rst|adoc|asciidoc|txt|ipynb)$/i;

/** True for a file of a repository that is documentation, by its path alone. Changelogs count with `withChangelogs`. */
export function isDocumentPath(path: string, options: { withChangelogs?: boolean } = {}): boolean {
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  if (!(DOCUMENT.test(name) || isApiDescriptionName(name)) || SKIPPED_NAMES.test(name) || LISTS.test(name))
    return false;
  if (!options.withChangelogs && CHANGELOG.test(name)) return false;
  return folders.every(
    (folder) =>
      !SKIPPED_FOLDERS.has(folder.toLowerCase()) && (!folder.startsWith(".") || DOT_FOLDERS.has(folder)),
  );
}

export type TreeDifference = {
  /** Changed files, then new ones: when room is short, stored documents stay. */
  toRead: TreeFile[];
  /** Files that are stored in their present form. */
  unchanged: TreeFile[];
};

/**
 * Difference of a tree to the stored files, given as blob ids by path. A file in neither list is gone from the tree, and leaves the index
 * at the end of the run.
 */
export function diffTree(files: TreeFile[], stored: ReadonlyMap<string, string>): TreeDifference {
  return {
    toRead: [
      ...files.filter(({ path, sha }) => stored.has(path) && stored.get(path) !== sha),
      ...files.filter(({ path }) => !stored.has(path)),
    ],
    unchanged: files.filter(({ path, sha }) => stored.get(path) === sha),
  };
}

/** A file as clean markdown; null for a file without text. `url` is the file's page, from which its links lead on. */
export function readRepositoryFile(path: string, text: string, url: string): SourceDocument | null {
  const document = readDocument({ text, mediaType: mediaTypeOf(path), url });
  if (!/[\p{L}\p{N}]/u.test(document.markdown)) return null;
  return document;
}

function mediaTypeOf(path: string): MediaType {
  switch (DOCUMENT.exec(path)?.[1]?.toLowerCase()) {
    case undefined:
      return "application/vnd.oai.openapi";
    case "mdx":
      return "text/mdx";
    case "txt":
      return "text/plain";
    case "rst":
      return "text/x-rst";
    case "adoc":
    case "asciidoc":
      return "text/asciidoc";
    case "ipynb":
      return "application/x-ipynb+json";
    default:
      return "text/markdown";
  }
}
