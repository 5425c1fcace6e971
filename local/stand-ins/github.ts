import { randomBytes } from "node:crypto";
import { keptTokens } from "./kept-tokens.ts";
import { startService } from "./service.ts";
import type { Service, Upstream } from "./service.ts";
import type { StandInUser } from "./users.ts";

export type GithubOptions = {
  port: number;
  users: StandInUser[];
  client: { id: string; secret: string; redirectUris: string[] };
  /** File that keeps tokens from one start to the next. */
  tokensFile?: string;
};

export type RepositorySeed = {
  /** Name as `owner/name`; the owner is one of the users. */
  fullName: string;
  description?: string;
  isPrivate?: boolean;
  /** Other users who may read the repository and push to it. */
  collaborators?: string[];
};

/** Text of files by path; null takes a file away. */
export type FileChanges = Record<string, string | null>;

export type Github = Service & {
  webUrl: string;
  apiUrl: string;
  addRepository(seed: RepositorySeed, files: FileChanges): Promise<void>;
  /** Commits to a branch, which is made from the default branch when missing. The owner pushes; hooks fire. Returns the commit. */
  push(fullName: string, changes: FileChanges, options?: { branch?: string }): Promise<string>;
  /** Calls any route of the REST API as one of the users; throws unless the status is 2xx. */
  call<Answer>(login: string, method: string, path: string, body?: unknown): Promise<Answer>;
};

const SCOPES = ["repo", "user", "admin:repo_hook"];

type Sha = { sha: string };
type Branch = { name: string; commit: Sha };

/** GitHub: sign-in, the REST API and webhooks. Repositories are in memory and are gone with the process; tokens can outlive it. */
export async function startGithub({ port, users, client, tokensFile }: GithubOptions): Promise<Github> {
  const kept = keptTokens(tokensFile);
  const tokenOf = new Map(users.map(({ login }) => [login, `gho_${randomBytes(20).toString("hex")}`]));
  const service = await startService({
    service: "github",
    port,
    signIn: { path: "/login/oauth/authorize", logins: users.map(({ login }) => login) },
    tokenPath: "/login/oauth/access_token",
    tokens: Object.fromEntries([
      ...[...tokenOf].map(([login, token]) => [token, { login, scopes: SCOPES }]),
      ...[...kept.all()].map(([token, login]) => [token, { login, scopes: SCOPES }]),
    ]),
    onToken: async (token, upstream) => {
      const headers = { authorization: `Bearer ${token}` };
      const user = await upstream(new Request("http://github/user", { headers }));
      kept.keep(token, ((await user.json()) as { login: string }).login);
    },
    seed: {
      users: users.map(({ login, name, email }) => ({ login, name, email })),
      oauth_apps: [
        {
          client_id: client.id,
          client_secret: client.secret,
          name: "Docenda",
          redirect_uris: client.redirectUris,
        },
      ],
    },
    refuse: () => Response.json({ message: "Bad credentials" }, { status: 401 }),
    extend: (app, { upstream, tokens }) => {
      app.get("/user/emails", (c) => emailsOf(c.req.raw, upstream, users));
      app.delete("/applications/:clientId/token", async (c) => {
        const basic = Buffer.from(`${client.id}:${client.secret}`).toString("base64");
        if (c.req.header("authorization") !== `Basic ${basic}` || c.req.param("clientId") !== client.id)
          return c.json({ message: "Not Found" }, 404);
        const { access_token: token } = await c.req.json<{ access_token: string }>();
        kept.forget(token);
        return tokens.delete(token) ? c.body(null, 204) : c.json({ message: "Not Found" }, 404);
      });
      app.get("/repos/:owner/:repo/commits/:ref{.+}", async (c) => {
        const answer = await upstream(c.req.raw);
        return c.req.header("accept") === "application/vnd.github.sha" && answer.ok
          ? shaAlone(c.req.raw, answer)
          : answer;
      });
      // The page of a file, to which search results lead: its text.
      app.get("/:owner/:repo/blob/:rest{.+}", async (c) => {
        const { owner = "", repo = "", rest = "" } = c.req.param();
        const headers = { authorization: `Bearer ${tokenOf.get(owner) ?? ""}` };
        const path = `/${owner}/${repo}/raw/${rest.split("/").map(encodeURIComponent).join("/")}`;
        const file = await upstream(new Request(c.req.url, { headers }), path);
        return file.ok ? c.text(await file.text()) : file;
      });
    },
  });

  const call = async <Answer>(
    login: string,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer> => {
    const answer = await fetch(service.url + path, {
      method,
      headers: { authorization: `Bearer ${tokenOf.get(login)}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${await answer.text()}`);
    return (answer.status === 204 ? null : await answer.json()) as Answer;
  };

  const push: Github["push"] = async (fullName, changes, { branch } = {}) => {
    const [owner = ""] = fullName.split("/");
    const repo = `/repos/${fullName}`;
    const { default_branch: defaultBranch } = await call<{ default_branch: string }>(owner, "GET", repo);
    const target = branch ?? defaultBranch;
    const branches = await call<Branch[]>(owner, "GET", `${repo}/branches?per_page=100`);
    const base = branches.find(({ name }) => name === target);
    const parent = (base ?? branches.find(({ name }) => name === defaultBranch))?.commit.sha;
    const { tree } = await call<{ tree: Sha }>(owner, "GET", `${repo}/git/commits/${parent}`);
    const entries = Object.entries(changes).map(([path, content]) => ({
      path,
      mode: "100644",
      type: "blob",
      ...(content === null ? { sha: null } : { content }),
    }));
    const newTree = await call<Sha>(owner, "POST", `${repo}/git/trees`, {
      base_tree: tree.sha,
      tree: entries,
    });
    const commit = await call<Sha>(owner, "POST", `${repo}/git/commits`, {
      message: `Change ${Object.keys(changes).join(", ").slice(0, 60)}`,
      tree: newTree.sha,
      parents: [parent],
    });
    if (base) await call(owner, "PATCH", `${repo}/git/refs/heads/${target}`, { sha: commit.sha });
    else await call(owner, "POST", `${repo}/git/refs`, { ref: `refs/heads/${target}`, sha: commit.sha });
    return commit.sha;
  };

  return {
    ...service,
    webUrl: service.url,
    apiUrl: service.url,
    call,
    push,
    addRepository: async ({ fullName, description, isPrivate = false, collaborators = [] }, files) => {
      const [owner = "", name] = fullName.split("/");
      await call(owner, "POST", "/user/repos", { name, description, private: isPrivate, auto_init: true });
      // The README that every new repository gets is removed, unless there is another.
      await push(fullName, { "README.md": null, ...files });
      for (const login of collaborators)
        await call(owner, "PUT", `/repos/${fullName}/collaborators/${login}`, {});
    },
  };
}

/** The media type of a commit's bare id, whose ETag is the id itself. */
async function shaAlone(request: Request, answer: Response): Promise<Response> {
  const { sha } = (await answer.json()) as { sha: string };
  const etag = `"${sha}"`;
  const isSame = request.headers.get("if-none-match") === etag;
  return new Response(isSame ? null : sha, { status: isSame ? 304 : 200, headers: { etag } });
}

/** The emulator's email addresses, marked verified only where the user's address is: the emulator calls every address verified. */
async function emailsOf(request: Request, upstream: Upstream, users: StandInUser[]): Promise<Response> {
  const answer = await upstream(request);
  if (!answer.ok) return answer;
  const emails = (await answer.json()) as { email: string; verified: boolean }[];
  const unverified = new Set(users.filter((user) => !user.isEmailVerified).map((user) => user.email));
  return Response.json(emails.map((email) => ({ ...email, verified: !unverified.has(email.email) })));
}
