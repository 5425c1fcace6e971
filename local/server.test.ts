import { spawn } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ROOT } from "./root.ts";
import { startServer } from "./server.ts";
import type { LocalServer } from "./server.ts";

let stateDir: string;

beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), "docenda-server-"));
});

afterEach(() => rmSync(stateDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }));

test("a server starts, keeps its data to itself, stops whole, and starts again with the same secrets", async () => {
  const first = await startServer({ port: 0, stateDir, quiet: true });
  expect(await healthOf(first)).toBe("ok");
  expect(uploadBytes()).toBeLessThan(MAX_UPLOAD_BYTES);
  const [workerd] = first.workerdPids();
  expect(isAlive(workerd)).toBe(true);
  await expect(startServer({ port: 0, stateDir, quiet: true })).rejects.toThrow("runs already on this data");

  // Prerendered files name the address that this copy is served at.
  for (const path of ["/llms.txt", "/docs/tools.md", "/sitemap.xml", "/"]) {
    const text = await (await fetch(first.url + path)).text();
    expect(text).toContain(first.url);
    const others = text.match(/127\.0\.0\.1:\d+/g)?.filter((address) => !first.url.endsWith(address));
    expect(others ?? []).toEqual([]);
  }

  await (await fetch(`${first.url}/api/health?apiKey=doc_leaked`)).text();
  await (await fetch(`${first.url}/mcp?apiKey=doc_leaked`, { method: "POST", body: "{}" })).text();
  await first.close();
  await first.close();
  expect(isAlive(workerd)).toBe(false);
  expect(readFileSync(first.logFile, "utf8")).not.toMatch(/doc_leaked|^(?:GET|POST) /m);
  expect(statSync(join(stateDir, "secrets.json")).mode & 0o077).toBe(0);

  const second = await startServer({ port: 0, stateDir, quiet: true });
  expect(second.localToken).toBe(first.localToken);
  expect(await healthOf(second)).toBe("ok");
  await second.close();
});

/** Most bytes of the upload: Cloudflare takes 10 MB; more than this would be felt at every cold start. */
const MAX_UPLOAD_BYTES = 4_000_000;

/** Bytes that a deployment of this build uploads as the worker, compressed. */
function uploadBytes(): number {
  const folder = join(stateDir, "build/docenda");
  const modules = globSync("**/*.{js,wasm,bin}", { cwd: folder });
  expect(modules).toContain("index.js");
  return gzipSync(Buffer.concat(modules.map((file) => readFileSync(join(folder, file))))).byteLength;
}

test("a server dies with its parent, however that ends", async () => {
  const script = `
    import { startServer } from "./local/server.ts";
    const server = await startServer({ port: 0, stateDir: ${JSON.stringify(stateDir)}, quiet: true });
    console.log(JSON.stringify(server.workerdPids()));
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", script], { cwd: ROOT });
  const [workerd] = await new Promise<number[]>((settle, fail) => {
    parent.stdout.once("data", (line: Buffer) => settle(JSON.parse(line.toString()) as number[]));
    parent.stderr.once("data", (text: Buffer) => fail(new Error(text.toString())));
  });
  expect(isAlive(workerd)).toBe(true);
  parent.kill("SIGKILL");
  await expect.poll(() => isAlive(workerd), { timeout: 20_000 }).toBe(false);
});

test("a taken port is refused before anything is built", async () => {
  const other = createServer();
  await new Promise<void>((settle) => other.listen(0, "127.0.0.1", settle));
  const { port } = other.address() as AddressInfo;
  await expect(startServer({ port, stateDir, quiet: true })).rejects.toThrow(`Port ${port} is taken`);
  other.close();
});

async function healthOf(server: LocalServer): Promise<string> {
  const health = (await (await fetch(`${server.url}/api/health`)).json()) as { status: string };
  return health.status;
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
