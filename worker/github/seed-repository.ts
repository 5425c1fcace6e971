import type { PageOutcome } from "#schema/values.ts";
import type { CrawlCtx } from "#worker/crawl/crawl-ctx.ts";
import { whyExcluded } from "#worker/runs/crawl-scope.ts";
import type { CrawlScope } from "#worker/runs/crawl-scope.ts";
import type { CrawlStart, SeededFrom } from "#worker/runs/crawl-steps.ts";
import { diffTree, isDocumentPath, MAX_FILE_BYTES } from "./document-files.ts";
import type { TreeFile } from "./document-files.ts";
import { blobIfCurrent } from "./blob-tag.ts";
import { findGithub, githubConfig } from "./connection.ts";
import { fileUrl, filePath, filesUrl } from "./file-url.ts";
import { GithubError } from "./github-error.ts";
import { giveUpRun } from "./give-up-run.ts";
import type { RepositoryAtCommit } from "./repository-at-commit.ts";

/** Most items in a single message to the run or to the index. */
const PART = 1000;

/**
 * Lists the documents of a commit and tells the run which to read: documents whose blob is not the stored one, or that include a changed
 * file. When GitHub does not show the repository any more, or has no documents in it, the run ends here.
 */
export async function seedRepository(
  ctx: CrawlCtx,
  start: CrawlStart,
  repository: RepositoryAtCommit,
): Promise<void> {
  const tree = await listTree(ctx, repository).catch((error: unknown) => {
    if (error instanceof GithubError) return error;
    throw error;
  });
  if (tree instanceof GithubError) return await giveUpRun(ctx, start, repository, tree);
  const { withChangelogs } = repository;
  const files = tree.filter(({ path }) => isDocumentPath(path, { withChangelogs }));
  if (files.length === 0) return await giveUpRun(ctx, start, repository, "no-documents");

  const { fullName, branch, commitSha } = repository;
  const { webUrl } = githubConfig(ctx);
  const folder = filesUrl(webUrl, fullName, branch);
  const { stored, hasStoredPages } = await storedBlobs(ctx, start, folder, tree);
  const { origin, pathname } = new URL(folder);
  const scope: CrawlScope = { origin, path: pathname, include: start.include, exclude: start.exclude };
  // A file that the owner's patterns exclude counts as new: the run records the file as excluded, and drops its stored page.
  const wanted = new Map([...stored].filter(([path]) => whyExcluded(fileUrl(folder, path), scope) === null));
  const { toRead, unchanged } = diffTree(files.filter(isReadable), wanted);

  const seed = async (
    some: TreeFile[],
    message: { seededFrom: SeededFrom | null; outcome?: PageOutcome; isLast?: boolean },
  ) => {
    const { isLast, ...rest } = message;
    for (let at = 0; at === 0 || at < some.length; at += PART) {
      await ctx.services.crawlRun(start.runId).seed({
        generation: start.generation,
        scope,
        urls: some.slice(at, at + PART).map(({ path }) => fileUrl(folder, path)),
        areFiles: true,
        hasStoredPages,
        isLast: isLast === true && at + PART >= some.length,
        ...rest,
      });
    }
  };
  await seed(unchanged, { seededFrom: null, outcome: "unchanged" });
  await seed(
    files.filter((file) => !isReadable(file)),
    { seededFrom: null, outcome: "too-large" },
  );
  const url = `${webUrl}/${fullName}/tree/${commitSha}`;
  await seed(toRead, { seededFrom: { from: "repository", url, pages: files.length }, isLast: true });
}

async function listTree(ctx: CrawlCtx, repository: RepositoryAtCommit): Promise<TreeFile[]> {
  const github = await findGithub(ctx, repository.connectedByUserId);
  if (!github) throw new GithubError("unauthorized", "the connection is gone");
  return await github.client.listFiles(repository.fullName, repository.commitSha);
}

/**
 * The blob of each stored file by its path, as its tag has it (blob-tag.ts). A page whose included files have changed in the tree has no
 * blob, and is read again.
 */
async function storedBlobs(ctx: CrawlCtx, start: CrawlStart, folder: string, tree: TreeFile[]) {
  const ids = new Map(tree.map(({ path, sha }) => [path, sha]));
  const index = ctx.services.docsIndex(start.address);
  const urls = await index.listUrls();
  const stored = new Map<string, string>();
  for (let at = 0; at < urls.length; at += PART) {
    for (const { url, etag } of await index.knownPages(urls.slice(at, at + PART), ctx.services.embedder.id)) {
      const path = filePath(folder, url);
      // A page without a blob counts as changed, and keeps its place before new files.
      if (path !== null && etag !== null) stored.set(path, blobIfCurrent(etag, ids) ?? "");
    }
  }
  return { stored, hasStoredPages: urls.length > 0 };
}

function isReadable({ sizeBytes }: TreeFile): boolean {
  return sizeBytes <= MAX_FILE_BYTES;
}
