import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import type { GitHubConfig } from "#worker/platform/config.ts";
import { GithubError } from "./github-error.ts";
import type { TreeFile } from "./document-files.ts";
import { createRest, readBytes } from "./rest.ts";

export type GithubRepository = {
  /** GitHub's own id, which outlives renames. */
  id: string;
  /** Present name as `owner/name`. */
  fullName: string;
  description: string | null;
  isPrivate: boolean;
  defaultBranch: string;
  pushedAt: string | null;
  /** True when the token's user may make webhooks. */
  isAdmin: boolean;
};

export type GithubBranch = { name: string; commitSha: string };

export type GithubClient = ReturnType<typeof createGithubClient>;

const PER_PAGE = 100;
/** Git's mode of a symbolic link, whose blob is a path. */
const SYMBOLIC_LINK = "120000";

const user = z.object({ id: z.number(), login: z.string().max(INPUT_LIMITS.name) });
const repository = z
  .object({
    id: z.number(),
    full_name: z
      .string()
      .max(INPUT_LIMITS.foreignWords)
      .regex(/^[\w.-]+\/[\w.-]+$/),
    description: z.string().max(INPUT_LIMITS.foreignWords).nullable(),
    private: z.boolean(),
    default_branch: z.string().max(INPUT_LIMITS.foreignWords),
    pushed_at: z.string().max(INPUT_LIMITS.name).nullable(),
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
  .object({
    name: z.string().max(INPUT_LIMITS.foreignWords),
    commit: z.object({ sha: z.string().max(INPUT_LIMITS.name) }),
  })
  .transform((row): GithubBranch => ({ name: row.name, commitSha: row.commit.sha }));
const tree = z.object({
  tree: z
    .array(
      z.object({
        path: z.string().max(INPUT_LIMITS.foreignWords),
        mode: z.string().max(INPUT_LIMITS.name),
        type: z.string().max(INPUT_LIMITS.name),
        sha: z.string().max(INPUT_LIMITS.name).optional(),
        size: z.number().optional(),
      }),
    )
    .max(INPUT_LIMITS.foreignItems),
  truncated: z.boolean(),
});
const hook = z.object({
  id: z.number(),
  config: z.object({ url: z.string().max(INPUT_LIMITS.foreignWords).optional() }),
});

/** GitHub's REST API as one user sees it. Throws GithubError for every failure. */
export function createGithubClient(config: Pick<GitHubConfig, "apiUrl">, token: string) {
  const { send, get } = createRest(config, token);

  async function listFiles(fullName: string, sha: string, folder = ""): Promise<TreeFile[]> {
    const path = `repos/${inPath(fullName)}/git/trees/${encodeURIComponent(sha)}`;
    const whole = await get(`${path}?recursive=1`, tree);
    if (!whole.truncated) return filesOf(whole.tree, folder);
    const top = await get(path, tree);
    const parts = [filesOf(top.tree, folder)];
    for (const entry of top.tree) {
      if (entry.type === "tree" && entry.sha)
        parts.push(await listFiles(fullName, entry.sha, `${folder}${entry.path}/`));
    }
    return parts.flat();
  }

  return {
    user: () => get("user", user),

    /** Repositories, the newest pushed first. `nextPage` is null on the last page. */
    async listRepositories(
      page: number,
    ): Promise<{ repositories: GithubRepository[]; nextPage: number | null }> {
      const path = `user/repos?per_page=${PER_PAGE}&page=${page}&sort=pushed&direction=desc`;
      const repositories = await get(path, z.array(repository).max(INPUT_LIMITS.foreignItems));
      return { repositories, nextPage: repositories.length === PER_PAGE ? page + 1 : null };
    },

    repository: (fullName: string): Promise<GithubRepository> => get(`repos/${inPath(fullName)}`, repository),

    repositoryById: (id: string): Promise<GithubRepository> =>
      get(`repositories/${encodeURIComponent(id)}`, repository),

    /** The first hundred branches, by name. */
    listBranches: (fullName: string): Promise<GithubBranch[]> =>
      get(
        `repos/${inPath(fullName)}/branches?per_page=${PER_PAGE}`,
        z.array(branch).max(INPUT_LIMITS.foreignItems),
      ),

    /** The commit of a branch; null when still `known`, which costs nothing of the rate limit. */
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
     * All files of a commit or of a tree; no folders, links or submodules. GitHub cuts a list of more than 100,000 entries or 7 MB (its
     * documentation of "Get a tree"): then each folder is requested alone.
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

    /** Makes a webhook for pushes and for changes of who may read, or gives this secret to the existing one at the same address; needs an admin of the repository. */
    async ensurePushHook(fullName: string, hookUrl: string, secret: string): Promise<void> {
      const path = `repos/${inPath(fullName)}/hooks`;
      const hooks = await get(`${path}?per_page=${PER_PAGE}`, z.array(hook).max(INPUT_LIMITS.foreignItems));
      const known = hooks.find(({ config: { url } }) => url === hookUrl);
      const answer = await send(known ? `${path}/${known.id}` : path, {
        method: known ? "PATCH" : "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          ...(known ? {} : { name: "web" }),
          active: true,
          events: ["push", "member", "repository"],
          config: { url: hookUrl, content_type: "json", secret },
        }),
      });
      await answer.body?.cancel();
    },

    /** Removes our webhooks. */
    async removePushHook(fullName: string, hookUrl: string): Promise<void> {
      const path = `repos/${inPath(fullName)}/hooks`;
      const hooks = await get(`${path}?per_page=${PER_PAGE}`, z.array(hook).max(INPUT_LIMITS.foreignItems));
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

/** Escapes names and paths from outside so that they stay within their place in the URL: `..` is a name like any other. */
function inPath(path: string): string {
  return path
    .split("/")
    .map((part) => (/^\.+$/.test(part) ? part.replaceAll(".", "%2E") : encodeURIComponent(part)))
    .join("/");
}
