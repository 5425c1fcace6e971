import * as z from "zod";
import type { GitHubConfig } from "#worker/platform/config.ts";
import { USER_AGENT } from "#worker/platform/guarded-fetch.ts";
import { GithubError } from "./github-error.ts";
import type { TreeFile } from "./document-files.ts";

export type GithubRepository = {
  /** GitHub's own id, which outlives renames. */
  id: string;
  /** `owner/name` as it is now. */
  fullName: string;
  description: string | null;
  isPrivate: boolean;
  defaultBranch: string;
  pushedAt: string | null;
  /** Whether the token's user may make webhooks. */
  isAdmin: boolean;
};

export type GithubBranch = { name: string; commitSha: string };

export type GithubClient = ReturnType<typeof createGithubClient>;

const API_VERSION = "2022-11-28";
const TIMEOUT_MS = 20_000;
/** The tree of a repository at GitHub's own limit is some 25 MB of JSON. */
const MAX_JSON_BYTES = 32 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const PER_PAGE = 100;
/**
 * What a token may not see is not there: GitHub says 404 itself, 403 for organisations with rules of their own, 409 for a
 * repository without a commit, 451 for what is blocked.
 */
const NOT_SHOWN = new Set([403, 404, 409, 410, 451]);
/** Git's mode of a symbolic link, whose blob is a path. */
const SYMBOLIC_LINK = "120000";
/** What GitHub asks to wait when it does not say (its documentation of rate limits). */
const DEFAULT_WAIT_MS = 60_000;

const user = z.object({ id: z.number(), login: z.string() });
const repository = z
  .object({
    id: z.number(),
    full_name: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
    description: z.string().nullable(),
    private: z.boolean(),
    default_branch: z.string(),
    pushed_at: z.string().nullable(),
    permissions: z.object({ admin: z.boolean().optional() }).optional(),
  })
  .transform((row): GithubRepository => ({
    id: String(row.id),
    fullName: row.full_name,
    description: row.description,
    isPrivate: row.private,
    defaultBranch: row.default_branch,
    pushedAt: row.pushed_at,
    isAdmin: row.permissions?.admin ?? false,
  }));
const branch = z
  .object({ name: z.string(), commit: z.object({ sha: z.string() }) })
  .transform((row): GithubBranch => ({ name: row.name, commitSha: row.commit.sha }));
const tree = z.object({
  tree: z.array(
    z.object({
      path: z.string(),
      mode: z.string(),
      type: z.string(),
      sha: z.string().optional(),
      size: z.number().optional(),
    }),
  ),
  truncated: z.boolean(),
});
const hook = z.object({ id: z.number(), config: z.object({ url: z.string().optional() }) });

/**
 * GitHub's REST API as one user sees it. Goes nowhere but to the configured host, and throws GithubError for everything
 * that is no answer.
 */
export function createGithubClient(config: Pick<GitHubConfig, "apiUrl">, token: string) {
  const base = new URL(config.apiUrl.endsWith("/") ? config.apiUrl : `${config.apiUrl}/`);

  async function send(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
    let url = new URL(path.replace(/^\//, ""), base);
    for (let hops = 0; ; hops += 1) {
      if (url.origin !== base.origin) throw new GithubError("not-found", "GitHub leads to another host");
      const answer = await fetch(url, {
        ...init,
        headers: {
          accept: "application/vnd.github+json",
          authorization: `Bearer ${token}`,
          "user-agent": USER_AGENT,
          "x-github-api-version": API_VERSION,
          ...init.headers,
        },
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((cause: unknown) => {
        throw new GithubError("unavailable", "GitHub could not be reached", { cause });
      });
      const location = answer.headers.get("location");
      if (answer.status < 300 || answer.status >= 400 || answer.status === 304 || location === null)
        return await checked(answer);
      // A repository that was renamed answers from its new place.
      await answer.body?.cancel();
      if (hops === MAX_REDIRECTS) throw new GithubError("not-found", "GitHub redirects in circles");
      url = new URL(location, url);
    }
  }

  async function get<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
    const answer = await send(path);
    const text = new TextDecoder().decode(await readBytes(answer, MAX_JSON_BYTES));
    const { success, data, error } = schema.safeParse(parseJson(text));
    if (!success)
      throw new GithubError("unavailable", "GitHub answered in a shape of its own", { cause: error });
    return data;
  }

  async function listFiles(fullName: string, sha: string, folder = ""): Promise<TreeFile[]> {
    const path = `repos/${inPath(fullName)}/git/trees/${encodeURIComponent(sha)}`;
    const whole = await get(`${path}?recursive=1`, tree);
    if (!whole.truncated) return filesOf(whole.tree, folder);
    const top = await get(path, tree);
    const files = filesOf(top.tree, folder);
    for (const entry of top.tree) {
      if (entry.type === "tree" && entry.sha)
        files.push(...(await listFiles(fullName, entry.sha, `${folder}${entry.path}/`)));
    }
    return files;
  }

  return {
    user: () => get("user", user),

    /** The newest pushed first. `nextPage` is null on the last one. */
    async listRepositories(
      page: number,
    ): Promise<{ repositories: GithubRepository[]; nextPage: number | null }> {
      const path = `user/repos?per_page=${PER_PAGE}&page=${page}&sort=pushed&direction=desc`;
      const repositories = await get(path, z.array(repository));
      return { repositories, nextPage: repositories.length === PER_PAGE ? page + 1 : null };
    },

    repository: (fullName: string): Promise<GithubRepository> => get(`repos/${inPath(fullName)}`, repository),

    repositoryById: (id: string): Promise<GithubRepository> =>
      get(`repositories/${encodeURIComponent(id)}`, repository),

    /** The first hundred, by name. */
    listBranches: (fullName: string): Promise<GithubBranch[]> =>
      get(`repos/${inPath(fullName)}/branches?per_page=${PER_PAGE}`, z.array(branch)),

    /** The commit that a branch is at; null when it is still `known`, which costs nothing of the rate limit. */
    async headCommit(fullName: string, name: string, known: string | null = null): Promise<string | null> {
      const answer = await send(`repos/${inPath(fullName)}/commits/${inPath(name)}`, {
        headers: {
          accept: "application/vnd.github.sha",
          ...(known === null ? {} : { "if-none-match": `"${known}"` }),
        },
      });
      if (answer.status === 304) return null;
      const sha = new TextDecoder().decode(await readBytes(answer, 1000)).trim();
      if (!/^[0-9a-f]{40,64}$/.test(sha)) throw new GithubError("unavailable", "GitHub names no commit");
      return sha === known ? null : sha;
    },

    /**
     * All files of a commit or of a tree; no folders, links or submodules. GitHub cuts a list of more than 100,000 entries or
     * 7 MB (its documentation of "Get a tree"): then each folder is asked for by itself.
     */
    listFiles,

    /** The bytes of a file at a commit. */
    async readFile(fullName: string, path: string, commitSha: string, maxBytes: number): Promise<Uint8Array> {
      const file = `repos/${inPath(fullName)}/contents/${inPath(path)}?ref=${encodeURIComponent(commitSha)}`;
      return await readBytes(
        await send(file, { headers: { accept: "application/vnd.github.raw" } }),
        maxBytes,
      );
    },

    /** Makes a webhook for pushes, unless there is one to the same address; needs an admin of the repository. */
    async ensurePushHook(fullName: string, hookUrl: string, secret: string): Promise<void> {
      const path = `repos/${inPath(fullName)}/hooks`;
      const hooks = await get(`${path}?per_page=${PER_PAGE}`, z.array(hook));
      if (hooks.some(({ config: { url } }) => url === hookUrl)) return;
      const answer = await send(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          name: "web",
          active: true,
          events: ["push"],
          config: { url: hookUrl, content_type: "json", secret },
        }),
      });
      await answer.body?.cancel();
    },

    /** Takes our webhooks away again. */
    async removePushHook(fullName: string, hookUrl: string): Promise<void> {
      const path = `repos/${inPath(fullName)}/hooks`;
      const hooks = await get(`${path}?per_page=${PER_PAGE}`, z.array(hook));
      for (const { id, config: at } of hooks) {
        if (at.url !== hookUrl) continue;
        const answer = await send(`${path}/${id}`, { method: "DELETE" });
        await answer.body?.cancel();
      }
    },
  };
}

function filesOf(entries: z.output<typeof tree>["tree"], folder: string): TreeFile[] {
  return entries.flatMap(({ path, mode, type, sha, size }) =>
    type === "blob" && mode !== SYMBOLIC_LINK && sha
      ? [{ path: folder + path, sha, sizeBytes: size ?? 0 }]
      : [],
  );
}

/** The answer itself when it is one; throws for every status of a failure. */
async function checked(answer: Response): Promise<Response> {
  if (answer.ok || answer.status === 304) return answer;
  await answer.body?.cancel();
  const { status, headers } = answer;
  const isLimited =
    status === 429 || headers.has("retry-after") || headers.get("x-ratelimit-remaining") === "0";
  if (isLimited && (status === 403 || status === 429))
    throw new GithubError("rate-limited", "GitHub asks to wait", { retryAfterMs: waitMs(headers) });
  if (status === 401) throw new GithubError("unauthorized", "GitHub does not accept the token");
  if (NOT_SHOWN.has(status)) throw new GithubError("not-found", `GitHub answers ${status}`);
  throw new GithubError("unavailable", `GitHub answers ${status}`);
}

/** `retry-after` in seconds, else the moment at which the limit begins anew. */
function waitMs(headers: Headers): number {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  if (seconds >= 0) return seconds * 1000;
  const resetAt = Number(headers.get("x-ratelimit-reset") ?? Number.NaN) * 1000;
  return Number.isFinite(resetAt) ? Math.max(1000, resetAt - Date.now()) : DEFAULT_WAIT_MS;
}

async function readBytes(answer: Response, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
      size += part.byteLength;
      if (size > maxBytes) throw new GithubError("too-large", `more than ${maxBytes} bytes`);
      parts.push(part);
    }
  } catch (cause) {
    if (cause instanceof GithubError) throw cause;
    throw new GithubError("unavailable", "the answer of GitHub broke off", { cause });
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Names and paths from outside stay within their place in the URL: `..` is a name like any other. */
function inPath(path: string): string {
  return path
    .split("/")
    .map((part) => (/^\.+$/.test(part) ? part.replaceAll(".", "%2E") : encodeURIComponent(part)))
    .join("/");
}
