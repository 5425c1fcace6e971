import { createHash, createHmac, createPublicKey, verify } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listInstalledDocs } from "../installed-docs.ts";
import { seedRepositories } from "./seed-repositories.ts";
import { startStandIns } from "./start-stand-ins.ts";
import type { StandIns } from "./start-stand-ins.ts";

const ORIGIN = "http://127.0.0.1:4999";

let standIns: StandIns;
let vars: Record<string, string>;

beforeAll(async () => {
  standIns = await startStandIns({ port: 0, origin: ORIGIN });
  vars = standIns.vars;
  await seedRepositories(standIns.github, listInstalledDocs());
});

afterAll(() => standIns.close());

test("GitHub: a person chosen on the sign-in page is who the token belongs to", async () => {
  const redirectUri = `${ORIGIN}/api/auth/oauth2/callback/github`;
  const page = await fetch(authorizeUrl(redirectUri));
  const html = await page.text();
  expect(buttons(html)).toEqual([
    expect.stringContaining("ada@example.com"),
    expect.stringContaining("ben@example.com"),
    expect.stringContaining("demo@docenda.local"),
  ]);
  expect(html).toContain(`href="${redirectUri}?error=access_denied&amp;state=s">Cancel</a>`);
  const token = await githubToken("ben", redirectUri);
  expect(await github("/user", token)).toMatchObject({ login: "ben", email: "ben@example.com" });
  expect(await github("/user/emails", token)).toEqual([
    expect.objectContaining({ email: "ben@example.com", primary: true, verified: false }),
  ]);
  expect(await github("/user/emails", await githubToken("demo", `${ORIGIN}/api/github/callback`))).toEqual([
    expect.objectContaining({ email: "demo@docenda.local", verified: true }),
  ]);
});

test("GitHub: another address to come back to is refused, and so are a spent code and an unknown token", async () => {
  expect((await fetch(authorizeUrl("http://127.0.0.1:4998/api/github/callback"))).status).toBe(400);
  const code = await githubCode("ada", `${ORIGIN}/api/github/callback`);
  expect(await exchange(code)).toHaveProperty("access_token");
  expect(await exchange(code)).toMatchObject({ error: "bad_verification_code" });
  expect((await ask("/user", "gho_made_up")).status).toBe(401);
});

test("GitHub: a token is as good after the next start as before", async () => {
  const stateDir = mkdtempSync(join(tmpdir(), "docenda-stand-ins-"));
  const first = await startStandIns({ port: 0, origin: ORIGIN, stateDir });
  const before = vars;
  vars = first.vars;
  const token = await githubToken("ben", `${ORIGIN}/api/github/callback`);
  await first.close();
  const second = await startStandIns({ port: 0, origin: ORIGIN, stateDir });
  vars = second.vars;
  expect(await github("/user", token)).toMatchObject({ login: "ben" });
  await second.close();
  vars = before;
  rmSync(stateDir, { recursive: true });
});

test("GitHub: a token that was revoked by the application is refused", async () => {
  const token = await githubToken("ada", `${ORIGIN}/api/github/callback`);
  const basic = Buffer.from(`${vars.GITHUB_CLIENT_ID}:${vars.GITHUB_CLIENT_SECRET}`).toString("base64");
  const revoke = () =>
    fetch(`${vars.GITHUB_API_URL}/applications/${vars.GITHUB_CLIENT_ID}/token`, {
      method: "DELETE",
      headers: { authorization: `Basic ${basic}` },
      body: JSON.stringify({ access_token: token }),
    });
  expect((await ask("/user", token)).status).toBe(200);
  expect((await revoke()).status).toBe(204);
  expect((await ask("/user", token)).status).toBe(401);
  expect((await revoke()).status).toBe(404);
});

test("GitHub: repositories hold real documentation, which those who may can read by tree and blob", async () => {
  const token = await githubToken("ben", `${ORIGIN}/api/github/callback`);
  const repositories = await github("/user/repos?per_page=100", token);
  expect(repositories).toEqual([expect.objectContaining({ full_name: "ada/fast-check", private: true })]);
  const [branch] = await github("/repos/ada/fast-check/branches", token);
  expect(branch.name).toBe("main");
  const { tree } = await github(`/repos/ada/fast-check/git/trees/${branch.commit.sha}?recursive=1`, token);
  expect(tree.map((entry: { path: string }) => entry.path)).toEqual(["README.md"]);
  const blob = await github(`/repos/ada/fast-check/git/blobs/${tree[0].sha}`, token);
  const bytes = Buffer.from(blob.content, "base64");
  expect(bytes.toString()).toContain("Property based testing framework");
  expect(createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex")).toBe(tree[0].sha);

  const first = await ask("/repos/ada/fast-check/branches", token);
  const etag = first.headers.get("etag") ?? "";
  expect((await ask("/repos/ada/fast-check/branches", token, { "if-none-match": etag })).status).toBe(304);
  const headOf = async (headers: Record<string, string>) =>
    ask("/repos/ada/fast-check/commits/main", token, { accept: "application/vnd.github.sha", ...headers });
  expect(await (await headOf({})).text()).toBe(branch.commit.sha);
  expect((await headOf({ "if-none-match": `"${branch.commit.sha}"` })).status).toBe(304);
  expect((await ask("/repos/demo/capnweb/branches", token)).status).toBeGreaterThanOrEqual(403);
});

test("GitHub: a push calls the webhook, signed over the bytes that were sent", async () => {
  const calls: { body: string; event: unknown; signature: unknown }[] = [];
  const receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const { headers } = request;
      calls.push({ body, event: headers["x-github-event"], signature: headers["x-hub-signature-256"] });
      response.end();
    });
  });
  await new Promise<void>((settle) => receiver.listen(0, "127.0.0.1", settle));
  const { port } = receiver.address() as AddressInfo;
  await standIns.github.call("ada", "POST", "/repos/ada/fast-check/hooks", {
    events: ["push"],
    config: {
      url: `http://127.0.0.1:${port}/`,
      content_type: "json",
      secret: vars.GITHUB_WEBHOOK_SECRET,
    },
  });
  const sha = await standIns.github.push("ada/fast-check", {
    "docs/new.md": "# New\n\nSomething that was not there.\n",
    "README.md": null,
  });
  await expect.poll(() => calls.filter(({ event }) => event === "push").length).toBe(1);
  const { body, signature } = calls.find(({ event }) => event === "push")!;
  const hmac = createHmac("sha256", vars.GITHUB_WEBHOOK_SECRET ?? "")
    .update(body)
    .digest("hex");
  expect(signature).toBe(`sha256=${hmac}`);
  expect(JSON.parse(body)).toMatchObject({
    ref: "refs/heads/main",
    after: sha,
    repository: { full_name: "ada/fast-check" },
  });
  const page = await fetch(`${vars.GITHUB_WEB_URL}/ada/fast-check/blob/main/docs/new.md`);
  expect(await page.text()).toContain("Something that was not there.");
  receiver.close();
});

test("Google: discovery leads to a token that its keys verify, for the same person at every start", async () => {
  const first = await signInAtGoogle(standIns, "ben@example.com");
  expect(first.claims).toMatchObject({
    iss: standIns.google.url,
    aud: vars.GOOGLE_CLIENT_ID,
    nonce: "n-1",
    email: "ben@example.com",
    email_verified: false,
    sub: expect.stringMatching(/^\d{21}$/),
  });
  expect(first.userinfo).toMatchObject({ sub: first.claims.sub, email: "ben@example.com" });

  const again = await startStandIns({ port: 0, origin: ORIGIN });
  expect((await signInAtGoogle(again, "ben@example.com")).claims.sub).toBe(first.claims.sub);
  await again.close();
});

function authorizeUrl(redirectUri: string): string {
  const query = new URLSearchParams({
    client_id: vars.GITHUB_CLIENT_ID ?? "",
    redirect_uri: redirectUri,
    scope: "repo",
    state: "s",
  });
  return `${vars.GITHUB_WEB_URL}/login/oauth/authorize?${query}`;
}

/** Labels of the buttons on a sign-in page; a button in a form is reached by keyboard. */
function buttons(html: string): string[] {
  return [...html.matchAll(/<button type="submit"[^>]*>([\s\S]*?)<\/button>/g)].map(([, inner = ""]) =>
    inner.replace(/<[^>]+>|\s+/g, " "),
  );
}

async function githubCode(login: string, redirectUri: string): Promise<string> {
  const chosen = await fetch(`${vars.GITHUB_WEB_URL}/login/oauth/callback`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({
      login,
      redirect_uri: redirectUri,
      scope: "repo",
      state: "s",
      client_id: vars.GITHUB_CLIENT_ID ?? "",
    }),
  });
  const back = new URL(chosen.headers.get("location") ?? "");
  expect([back.href.split("?")[0], back.searchParams.get("state")]).toEqual([redirectUri, "s"]);
  return back.searchParams.get("code") ?? "";
}

async function exchange(code: string): Promise<any> {
  const answer = await fetch(`${vars.GITHUB_WEB_URL}/login/oauth/access_token`, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({
      client_id: vars.GITHUB_CLIENT_ID ?? "",
      client_secret: vars.GITHUB_CLIENT_SECRET ?? "",
      code,
    }),
  });
  return answer.json();
}

async function githubToken(login: string, redirectUri: string): Promise<string> {
  return (await exchange(await githubCode(login, redirectUri))).access_token;
}

async function ask(path: string, token: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(vars.GITHUB_API_URL + path, { headers: { authorization: `Bearer ${token}`, ...headers } });
}

async function github(path: string, token: string): Promise<any> {
  return (await ask(path, token)).json();
}

async function signInAtGoogle({ vars: { GOOGLE_DISCOVERY_URL, ...client } }: StandIns, email: string) {
  const discovery: any = await (await fetch(GOOGLE_DISCOVERY_URL ?? "")).json();
  const redirectUri = `${ORIGIN}/api/auth/oauth2/callback/google`;
  const verifier = "a-verifier-of-at-least-forty-three-characters-1234";
  const asked = {
    client_id: client.GOOGLE_CLIENT_ID ?? "",
    redirect_uri: redirectUri,
    scope: "openid email profile",
    state: "s",
    nonce: "n-1",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  const page = await fetch(`${discovery.authorization_endpoint}?${new URLSearchParams(asked)}`);
  const html = await page.text();
  expect(buttons(html)).toHaveLength(3);
  expect(buttons(html)).toEqual(expect.arrayContaining([expect.stringContaining(email)]));
  const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1] ?? "";
  const chosen = await fetch(new URL(action, discovery.authorization_endpoint), {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ ...asked, email }),
  });
  const code = new URL(chosen.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const granted: any = await (
    await fetch(discovery.token_endpoint, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        client_id: client.GOOGLE_CLIENT_ID ?? "",
        client_secret: client.GOOGLE_CLIENT_SECRET ?? "",
      }),
    })
  ).json();
  const { keys }: any = await (await fetch(discovery.jwks_uri)).json();
  const [head = "", payload = "", signature = ""] = granted.id_token.split(".");
  const { kid } = JSON.parse(Buffer.from(head, "base64url").toString());
  const key = createPublicKey({
    key: keys.find((one: { kid: string }) => one.kid === kid),
    format: "jwk",
  });
  const isGenuine = verify(
    "RSA-SHA256",
    Buffer.from(`${head}.${payload}`),
    key,
    Buffer.from(signature, "base64url"),
  );
  expect(isGenuine).toBe(true);
  const userinfo: any = await (
    await fetch(discovery.userinfo_endpoint, {
      headers: { authorization: `Bearer ${granted.access_token}` },
    })
  ).json();
  return { claims: JSON.parse(Buffer.from(payload, "base64url").toString()), userinfo };
}
