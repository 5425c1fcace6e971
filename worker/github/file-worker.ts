import type { PageOutcome } from "#schema/values.ts";
import { resolveIncludes } from "#worker/content/includes/resolve-includes.ts";
import type { CrawlCtx } from "#worker/crawl/crawl-ctx.ts";
import type { CrawlPagesStep } from "#worker/runs/crawl-steps.ts";
import { decodeText } from "#worker/crawl/decode-page.ts";
import type { LeasedPage, PageResult } from "#worker/runs/frontier.ts";
import { outcomeWords } from "#worker/runs/outcome-words.ts";
import type { OutcomeDetail } from "#worker/runs/outcome-words.ts";
import { leftOut } from "#worker/crawl/page-worker.ts";
import type { AdmittedPage } from "#worker/crawl/page-worker.ts";
import { sharedOnce, storePage } from "#worker/crawl/store-page.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { blobTag, withIncluded } from "./blob-tag.ts";
import { findGithub, githubConfig } from "./connection.ts";
import { MAX_FILE_BYTES, readRepositoryFile } from "./document-files.ts";
import { filePath, filesUrl } from "./file-url.ts";
import { GithubError } from "./github-error.ts";
import { includedFiles } from "./included-files.ts";
import type { IncludedFiles } from "./included-files.ts";
import type { RepositoryAtCommit } from "./repository-at-commit.ts";

const RETRY_MS = 3000;
/** Longest wait of a run; GitHub may ask to wait for an hour. */
const MAX_WAIT_MS = 10 * 60_000;

/** Reads the files of a repository's run, one call of GitHub's API for each file and for each file that it includes. */
export function createFileWorker(ctx: CrawlCtx, { start }: CrawlPagesStep, repository: RepositoryAtCommit) {
  const { fullName, branch, commitSha, connectedByUserId } = repository;
  const folder = filesUrl(githubConfig(ctx).webUrl, fullName, branch);
  const github = findGithub(ctx, connectedByUserId);
  // The promise is awaited with the first page; an earlier failure must not count as unhandled.
  github.catch(() => {});

  let files: IncludedFiles | null = null;
  const shared = sharedOnce(ctx, start.address);

  async function work({ page }: AdmittedPage): Promise<PageResult> {
    try {
      return await read(page);
    } catch (error) {
      if (error instanceof GithubError) return failed(page, error);
      ctx.log.error("github.file-failed", error, { runId: start.runId, pageId: page.id });
      return { kind: "retry", id: page.id, outcome: "failed", words: outcomeWords("failed"), delayMs: 0 };
    }
  }

  async function read(page: LeasedPage): Promise<PageResult> {
    const path = filePath(folder, page.url);
    const found = await github;
    if (!found || path === null) throw new GithubError("unauthorized", "the connection is gone");
    const bytes = await found.client.readFile(fullName, path, commitSha, MAX_FILE_BYTES);
    files ??= includedFiles(found.client, fullName, commitSha);
    const source = await resolveIncludes({ path, text: decodeText(bytes, null) }, files);
    const document = readRepositoryFile(path, source.text, page.url);
    if (!document) return done(page, "empty", { reason: "It has no text to index." });
    const ownTag = await blobTag(bytes);
    const around = [...source.included, ...source.absent];
    const fresh = {
      url: page.url,
      document,
      contentHash: await sha256Hex(`${document.title}\n${document.markdown}`),
      links: [],
      etag: around.length === 0 ? ownTag : withIncluded(ownTag, around, await files.ids()),
      lastModified: null,
      fetchedAt: ctx.now().getTime(),
    };
    const stored = await storePage(ctx, start.address, fresh, await shared());
    if (stored === "left-out") return leftOut(page, []);
    return done(page, "indexed", missingWords(source.missing));
  }

  return { admit, work };
}

/** Admits all files at once; files have no turns to wait for. */
async function admit(pages: LeasedPage[]): Promise<{ pages: AdmittedPage[]; results: PageResult[] }> {
  return { pages: pages.map((page) => ({ page, startAt: 0, known: null })), results: [] };
}

function failed(page: LeasedPage, { kind, retryAfterMs }: GithubError): PageResult {
  switch (kind) {
    case "rate-limited":
      return {
        kind: "release",
        id: page.id,
        delayMs: Math.min(Math.max(retryAfterMs, RETRY_MS), MAX_WAIT_MS),
      };
    case "unavailable": {
      const words = outcomeWords("unreachable", { reason: "GitHub did not answer." });
      return { kind: "retry", id: page.id, outcome: "unreachable", words, delayMs: RETRY_MS };
    }
    case "too-large":
      return done(page, "too-large");
    case "not-found":
      return done(page, "not-found", { reason: "GitHub does not show this file any more." });
    case "unauthorized":
      return {
        ...done(page, "http-error", { status: 401, reason: "GitHub no longer accepts the connection." }),
        isTransient: true,
      };
    default:
      return kind satisfies never;
  }
}

/** Words in the list of pages for a searchable page without all of its examples. */
function missingWords(missing: number): OutcomeDetail {
  if (missing === 0) return {};
  const count = missing === 1 ? "1 included example is" : `${missing} included examples are`;
  return { reason: `${count} not in this copy: the file isn't in this repository at this commit.` };
}

function done(page: LeasedPage, outcome: PageOutcome, detail: OutcomeDetail = {}) {
  return { kind: "done" as const, id: page.id, outcome, words: outcomeWords(outcome, detail), links: [] };
}
