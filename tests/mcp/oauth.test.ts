import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { Client as StdioClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveTree } from "#local/docs-server.ts";
import type { DocsServer } from "#local/docs-server.ts";
import { ROOT } from "#local/root.ts";
import { freePort, startServer } from "#local/server.ts";
import type { LocalServer } from "#local/server.ts";
import { SignInMemory } from "#tests/support/mcp-sign-in.workers.ts";
import { WebVisitor } from "#tests/support/web-visitor.ts";

const require = createRequire(import.meta.url);
const SEARCH = {
  name: "docenda_search_documentation",
  arguments: { query: "agents: create an MCP server with createMcpHandler", scope: "private" },
};
const EMAIL = "ada@example.test";

const stateDir = mkdtempSync(join(tmpdir(), "docenda-oauth-"));
let docs: DocsServer;
let server: LocalServer;
let ada: WebVisitor;

/** A person with a verified address and one private source. */
beforeAll(async () => {
  docs = await serveTree({
    root: join(ROOT, "node_modules/agents/docs"),
    include: (path) => /^(index|mcp-)[\w-]*\.md$/.test(path),
    asMarkdownSite: true,
  });
  server = await startServer({ port: 0, stateDir, quiet: true });
  ada = new WebVisitor(server.url);
  await json(ada.post("/api/auth/sign-up", { email: EMAIL, password: "correct horse battery" }));
  await json(ada.post("/api/auth/verify-email", { oobCode: await mailedCode() }));
  const order = { url: `${docs.url}/`, displayName: "agents" };
  const { result } = await json(ada.post("/api/functions/startIndexJobCallable", { data: order }));
  await until(async () => (await json(ada.get(`/api/job-runs/${result.executionId}`))).status === "COMPLETE");
}, 400_000);

afterAll(async () => {
  await server?.close();
  await docs?.close();
  rmSync(stateDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

describe("the v2 client", () => {
  it("gets from the bare URL through discovery, registration and consent to a search", async () => {
    const memory = new SignInMemory("http://127.0.0.1:8976/callback");
    const url = new URL(`${server.url}/mcp`);
    const first = new StreamableHTTPClientTransport(url, { authProvider: memory });
    await expect(newClient().connect(first)).rejects.toThrow(UnauthorizedError);
    expect(memory.authorizationUrl?.searchParams.get("resource")).toBe(url.href);
    expect(memory.authorizationUrl?.searchParams.get("scope")).toBe("search private");

    const back = await consent(memory.authorizationUrl!);
    expect(back.searchParams.get("state")).toBe(memory.state());
    await first.finishAuth(back.searchParams);
    const client = newClient();
    await client.connect(new StreamableHTTPClientTransport(url, { authProvider: memory }));
    expect(JSON.stringify(await client.callTool(SEARCH))).toContain("createMcpHandler");
    await client.close();

    // The next token comes by itself, and after a revocation none does.
    const { refresh_token } = memory.tokens()!;
    memory.saveTokens({ ...memory.tokens()!, access_token: "worn out" });
    const again = newClient();
    await again.connect(new StreamableHTTPClientTransport(url, { authProvider: memory }));
    expect(memory.tokens()!.refresh_token).not.toBe(refresh_token);
    const { grants } = await json(ada.get("/api/oauth/grants"));
    expect(grants).toMatchObject([{ clientName: "Interop Client", scopes: ["search", "private"] }]);
    await json(ada.delete(`/api/oauth/grants/${grants[0].id}`));
    memory.authorizationUrl = null;
    await expect(again.callTool(SEARCH)).rejects.toThrow(UnauthorizedError);
    expect(memory.authorizationUrl).not.toBeNull();
    await again.close();
  });
});

describe("mcp-remote", () => {
  it("gets from the bare URL through discovery, registration and consent to a search", async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [mcpRemote(), `${server.url}/mcp`],
      // A home of its own, and a browser that shows nothing.
      env: {
        PATH: process.env.PATH ?? "",
        HOME: privateDir("home"),
        MCP_REMOTE_CONFIG_DIR: privateDir("mcp-remote"),
        BROWSER: "true",
      },
      stderr: "pipe",
    });
    const askedToVisit = urlIn(transport.stderr as Readable, /by visiting:\s+(http\S+)/);
    const client = new StdioClient({ name: "interop", version: "1" });
    const connected = client.connect(transport, { timeout: 60_000 });
    const back = await consent(await askedToVisit);
    // Its own listener takes the code.
    const answered = await fetch(back);
    expect(answered.status).toBe(200);
    await answered.body?.cancel();
    await connected;
    expect(JSON.stringify(await client.callTool(SEARCH))).toContain("createMcpHandler");
    await client.close();
  });
});

describe("the official suite for authorization servers", () => {
  it("passes with the metadata and the whole grant of a code", async () => {
    const port = await freePort(0);
    const { client_id } = await json(
      fetch(`${server.url}/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          client_name: "Conformance",
          redirect_uris: [`http://127.0.0.1:${port}/callback`],
          token_endpoint_auth_method: "none",
        }),
      }),
    );
    const out = privateDir("conformance");
    const cli = require.resolve("@modelcontextprotocol/conformance/dist/index.js");
    const args = ["authorization", "--url", server.url, "--resource", `${server.url}/mcp`];
    args.push("--client-id", client_id, "--port", String(port), "-o", out);
    const suite = spawn(process.execPath, [cli, ...args], {
      cwd: stateDir,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise((settle) => suite.once("exit", settle));
    try {
      await (
        await fetch(await consent(await urlIn(suite.stdout, /(http\S+\/oauth\/authorize\?\S+)/)))
      ).body?.cancel();
      await ended;
    } finally {
      suite.kill();
    }
    const checks = readdirSync(out).flatMap(
      (folder) =>
        JSON.parse(readFileSync(join(out, folder, "checks.json"), "utf8")) as {
          id: string;
          status: string;
        }[],
    );
    expect(Object.fromEntries(checks.map(({ id, status }) => [id, status]))).toEqual({
      "authorization-server-metadata": "SUCCESS",
      "authorization-server-metadata-cimd": "SUCCESS",
      "authorization-code-grant": "SUCCESS",
    });
  });
});

/** The first address of the pattern's group that a program prints. */
function urlIn(stream: Readable, pattern: RegExp): Promise<URL> {
  return new Promise((settle) => {
    let said = "";
    stream.on("data", (data: Buffer) => {
      said += String(data);
      const found = pattern.exec(said);
      if (found) settle(new URL(found[1]!));
    });
  });
}

/** What a person does at the page: opens it, reads it, allows it. Gives where the browser is sent. */
async function consent(authorizationUrl: URL): Promise<URL> {
  const toPage = await ada.get(authorizationUrl.href);
  await toPage.body?.cancel();
  const page = new URL(toPage.headers.get("location")!);
  expect(page.href).toMatch(new RegExp(`^${server.url}/oauth/consent\\?request=`));
  const request = `/api/oauth/requests/${page.searchParams.get("request")}`;
  expect(await json(ada.get(request))).toMatchObject({
    redirectHost: expect.stringMatching(/^(127\.0\.0\.1|localhost)$/),
  });
  const { redirectTo } = await json(ada.post(`${request}/decision`, { decision: "approve" }));
  return new URL(redirectTo);
}

function newClient(): Client {
  return new Client({ name: "interop", version: "1" });
}

function mcpRemote(): string {
  return join(require.resolve("mcp-remote/package.json"), "../dist/proxy.js");
}

function privateDir(name: string): string {
  const dir = join(stateDir, name);
  mkdirSync(dir, { recursive: true });
  return dir;
}

async function mailedCode(): Promise<string> {
  let code: string | undefined;
  await until(async () => {
    const { mails } = await json(ada.get(`/__mail?format=json&to=${encodeURIComponent(EMAIL)}`));
    code = /oobCode=([0-9A-Za-z]+)/.exec(mails[0]?.text ?? "")?.[1];
    return code !== undefined;
  });
  return code!;
}

async function json(answer: Promise<Response>): Promise<any> {
  const response = await answer;
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answers ${response.status}: ${text}`);
  return JSON.parse(text);
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 900; tries += 1) {
    if (await isDone()) return;
    await sleep(200);
  }
  throw new Error("it did not come to that within three minutes");
}
