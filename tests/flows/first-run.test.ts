import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, expect, test } from "vitest";
import type { DemoAccount } from "#local/demo-account.ts";
import { ROOT } from "#local/root.ts";
import { freePort } from "#local/server.ts";
import { WebVisitor } from "#tests/support/web-visitor.ts";

const STATE_DIR = mkdtempSync(join(tmpdir(), "docenda-first-run-"));
const READY = "Docenda is running.";
/** A wait for the sign of life, not a goal. */
const READY_TIMEOUT_MS = 150_000;

const started: ChildProcess[] = [];

afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(STATE_DIR, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

test(
  "npm start on an empty machine gives a key that finds documentation at once; a second start keeps it all",
  { timeout: 4 * READY_TIMEOUT_MS },
  async () => {
    // With the platform's limits on, which refuse what a deployment would fail at.
    const first = await start(await freePairOfPorts(), "--strict");
    const demo = readDemo();
    expect(Object.keys(demo)).toEqual(["url", "mcpUrl", "apiKey", "email", "password"]);
    const visitor = new WebVisitor(demo.url);
    expect((await visitor.post("/api/auth/sign-in", demo)).status).toBe(200);
    expect(await visitor.user()).toMatchObject({ email: demo.email, emailVerified: true });
    expect(statSync(join(STATE_DIR, "demo.json")).mode & 0o077).toBe(0);
    for (const text of [demo.mcpUrl, demo.apiKey, "claude mcp add", ".cursor/mcp.json", "codex mcp add"])
      expect(first.output()).toContain(text);
    expect(await search(demo, "cancel a schedule of an agent")).toContain("/agents/docs/scheduling.md");
    expect(await search(demo, "what is docenda mcp")).toContain("/docenda/");
    expect(await smoke()).toMatchObject({ code: 0, output: expect.stringContaining(" work, 0 fail") });
    // It can fail: a password that is none, and an address without a product.
    expect(await smoke({ SMOKE_PASSWORD: "not the password" })).toMatchObject({ code: 1 });
    expect(await smoke({ SMOKE_PASSWORD: "-", SMOKE_EMAIL: "-" }, `http://127.0.0.1:9`)).toMatchObject({
      code: 1,
    });
    expect(await first.stop()).toBe(0);
    await expect(fetch(demo.url)).rejects.toThrow("fetch failed");

    const second = await start(await freePairOfPorts());
    expect(second.output()).not.toContain("Indexing");
    expect(readDemo()).toMatchObject({ apiKey: demo.apiKey, email: demo.email });
    expect(await search(readDemo(), "cancel a schedule of an agent")).toContain("/agents/docs/scheduling.md");
    expect(await second.stop()).toBe(0);

    for (const log of ["server.log", "server.log.previous"])
      expect(readFileSync(join(STATE_DIR, "log", log), "utf8")).not.toContain(demo.apiKey);
  },
);

/** `npm run smoke -- --short` against the copy that runs here. */
function smoke(
  env: Record<string, string> = {},
  ...urls: string[]
): Promise<{ code: number; output: string }> {
  const args = [join(ROOT, "scripts/production/smoke.ts"), "--short", ...urls];
  const options = { env: { ...process.env, DOCENDA_STATE: STATE_DIR, ...env } };
  return new Promise((settle) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      settle({ code: Number(error?.code ?? 0), output: stdout + stderr });
    });
  });
}

async function start(
  port: number,
  ...options: string[]
): Promise<{ output(): string; stop(): Promise<number | null> }> {
  const child = spawn(process.execPath, [join(ROOT, "local/start.ts"), ...options], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DOCENDA_STATE: STATE_DIR },
  });
  started.push(child);
  let output = "";
  const exited = new Promise<number | null>((settle) => child.once("exit", settle));
  const ready = new Promise<void>((settle, fail) => {
    const read = (text: Buffer) => {
      output += text.toString();
      if (output.includes(READY)) settle();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void exited.then((code) => fail(new Error(`ended with ${code}: ${output}`)));
  });
  await ready;
  return {
    output: () => output,
    stop: () => {
      child.kill("SIGINT");
      return exited;
    },
  };
}

/** The whole text of an answer, which names the page of each passage. */
async function search(demo: DemoAccount, query: string): Promise<string> {
  const client = new Client({ name: "first-run", version: "1.0.0" });
  const url = new URL(demo.mcpUrl);
  url.searchParams.set("apiKey", demo.apiKey);
  await client.connect(new StreamableHTTPClientTransport(url));
  const answer = await client.callTool({ name: "docenda_search_documentation", arguments: { query } });
  await client.close();
  return JSON.stringify(answer.content);
}

function readDemo(): DemoAccount {
  return JSON.parse(readFileSync(join(STATE_DIR, "demo.json"), "utf8"));
}

/** A free port whose neighbour is free too. */
async function freePairOfPorts(): Promise<number> {
  for (;;) {
    const port = await freePort(0);
    const hasFreeNeighbour = await freePort(port + 1).then(
      () => true,
      () => false,
    );
    if (hasFreeNeighbour) return port;
  }
}
