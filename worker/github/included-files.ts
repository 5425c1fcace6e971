import { FileNames } from "#worker/content/includes/source-files.ts";
import type { SourceFiles } from "#worker/content/includes/source-files.ts";
import { decodeText } from "#worker/crawl/decode-page.ts";
import type { GithubClient } from "./client.ts";
import { MAX_FILE_BYTES } from "./document-files.ts";
import type { TreeFile } from "./document-files.ts";
import { GithubError } from "./github-error.ts";

/** Characters of texts kept for the following pages; a folder of examples has some hundred KB. */
const MAX_KEPT_CHARACTERS = 8 * 1024 * 1024;
/** Most files of a tree that is kept for pages that include something; a larger listing takes too much memory. */
const MAX_TREE_FILES = 200_000;

export type IncludedFiles = SourceFiles & {
  /** Ids of all blobs by path. */
  ids(): Promise<ReadonlyMap<string, string>>;
};

/**
 * The files of a commit for the pages that include them: the tree is listed when the first page asks, and each blob is fetched once for a
 * ticket, whatever its paths are. Throws GithubError where GitHub does not answer.
 */
export function includedFiles(client: GithubClient, fullName: string, commitSha: string): IncludedFiles {
  let tree: Promise<{ files: Map<string, TreeFile>; names: FileNames; ids: Map<string, string> }> | null =
    null;
  const texts = new Map<string, Promise<string | null>>();
  let kept = 0;

  const list = async () => {
    const all = (await client.listFiles(fullName, commitSha)).slice(0, MAX_TREE_FILES);
    return {
      files: new Map(all.map((file) => [file.path, file])),
      names: new FileNames(all.map(({ path }) => path)),
      ids: new Map(all.map(({ path, sha }) => [path, sha])),
    };
  };
  const listed = () => {
    tree ??= list().catch((error: unknown) => {
      tree = null;
      throw error;
    });
    return tree;
  };
  const fetchText = async ({ path, sizeBytes }: TreeFile) => {
    if (sizeBytes > MAX_FILE_BYTES) return null;
    const bytes = await client.readFile(fullName, path, commitSha, MAX_FILE_BYTES);
    // A zero byte means a binary file, as in git.
    return bytes.subarray(0, 8000).includes(0) ? null : decodeText(bytes, null);
  };

  return {
    names: async () => (await listed()).names,
    ids: async () => (await listed()).ids,
    async read(path) {
      const file = (await listed()).files.get(path);
      if (!file) return null;
      const known = texts.get(file.sha);
      if (known) return await known;
      const reading = fetchText(file).catch((error: unknown) => {
        texts.delete(file.sha);
        // A file in the tree that GitHub does not give is missing for a reader too.
        if (error instanceof GithubError && (error.kind === "not-found" || error.kind === "too-large"))
          return null;
        throw error;
      });
      texts.set(file.sha, reading);
      const text = await reading;
      kept += text?.length ?? 0;
      if (kept > MAX_KEPT_CHARACTERS) {
        texts.clear();
        kept = 0;
      }
      return text;
    },
  };
}
