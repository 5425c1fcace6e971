import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client as CurrentClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as CurrentTransport } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "#local/root.ts";
import { SERVER_VERSION } from "#worker/mcp/server.ts";
import { QUESTION, startCliProduct } from "./cli-product.ts";
import type { CliProduct } from "./cli-product.ts";
import { ended, OLDEST_NODE } from "./installed-cli.ts";
import { startProxy } from "./proxy.ts";

const require = createRequire(import.meta.url);
const MODERN = "2026-07-28";

let { product, cli, close } = {} as CliProduct;

beforeAll(async () => {
  ({ product, cli, close } = await startCliProduct());
}, 300_000);

afterAll(() => close?.());

describe("the package", () => {
  it("is small, stands alone, and has the version of the server", async () => {
    expect(cli.packedBytes).toBeLessThan(300_000);
    const manifest = JSON.parse(readFileSync(join(ROOT, "cli/package/package.json"), "utf8"));
    expect(Object.keys(manifest.dependencies ?? {}).length).toBeLessThanOrEqual(3);
    expect((await cli.run(["--version"])).output.trim()).toBe(SERVER_VERSION);
  });
});

describe("docenda mcp", () => {
  it("offers a client of 2025 what the hosted server offers, word for word", async () => {
    const client = new Client({ name: "interop", version: "1.0.0" });
    await client.connect(stdio(StdioClientTransport));
    const hosted = new Client({ name: "interop", version: "1.0.0" });
    await hosted.connect(
      new StreamableHTTPClientTransport(new URL(product.mcpUrl), {
        requestInit: { headers: { authorization: `Bearer ${product.apiKey}` } },
      }),
    );
    expect(await client.listTools()).toEqual(await hosted.listTools());
    expect(await client.listPrompts()).toEqual(await hosted.listPrompts());
    expect(await client.listResources()).toEqual(await hosted.listResources());
    expect(client.getInstructions()).toBe(hosted.getInstructions());
    expect(client.getServerVersion()).toEqual(hosted.getServerVersion());
    const first = await search(client);
    // The session of the handshake goes on: what was sent is not sent again.
    const second = await client.callTool({
      name: "docenda_search_documentation",
      arguments: { query: `${QUESTION} again` },
    });
    expect(JSON.stringify(first.content)).toContain("createMcpHandler");
    expect(metaOf(second).session).toBe(metaOf(first).session);
    await hosted.close();
    await client.close();
  });

  it("speaks 2026-07-28 with a current client", async () => {
    const client = new CurrentClient(
      { name: "interop", version: "1.0.0" },
      { versionNegotiation: { mode: { pin: MODERN } } },
    );
    await client.connect(stdio(CurrentTransport));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      "docenda_search_documentation",
      "docenda_read_url",
    ]);
    expect(JSON.stringify(await search(client))).toContain("createMcpHandler");
    await client.close();
  });

  it("is driven by the MCP inspector", { timeout: 60_000 }, async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        require.resolve("@modelcontextprotocol/inspector/clients/launcher/build/index.js"),
        "--cli",
        OLDEST_NODE,
        cli.bin,
        "mcp",
        // It gives a server nothing of its own environment.
        ...["DOCENDA_URL", "DOCENDA_API_KEY"].flatMap((name) => ["-e", `${name}=${cli.env[name]}`]),
        "--method",
        "tools/list",
      ],
      { env: { ...process.env, HOME: cli.env.HOME }, maxBuffer: 1 << 24 },
    );
    expect(JSON.parse(stdout).tools).toHaveLength(2);
  });

  it("gives the deep-research client its own names", async () => {
    const client = new Client({ name: "openai-mcp", version: "1.0.0" });
    await client.connect(stdio(StdioClientTransport));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["search", "fetch"]);
    await client.close();
  });

  it("answers what was asked before stdin ended, then exits", async () => {
    const input = lines(request(1, "server/discover"), request(2, "prompts/list"));
    const { exit, output, errors } = await cli.run(["mcp"], { input });
    expect(exit).toBe(0);
    expect(errors).toBe("");
    expect(
      messages(output)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([1, 2]);
  });

  it("exits when stdin ends while a client listens for changes", async () => {
    const input = lines(request(1, "subscriptions/listen", { notifications: { toolsListChanged: true } }));
    expect((await cli.run(["mcp"], { input })).exit).toBe(0);
  });

  it("answers a request that it cannot pass on, in words that say what to do", async () => {
    const input = lines(request("a", "tools/list"), "not json");
    const { exit, output } = await cli.run(["mcp"], { input, env: { DOCENDA_URL: "http://127.0.0.1:1" } });
    expect(exit).toBe(0);
    const byId = new Map(messages(output).map((message) => [message.id, message.error]));
    expect(byId.get("a")?.message).toMatch(/^Can't reach http:\/\/127\.0\.0\.1:1 .*docenda doctor/);
    expect(byId.get(null)?.code).toBe(-32700);
  });

  it("passes the server's refusal of a key on, under the id that was asked with", async () => {
    const input = lines(request(7, "tools/list"));
    const wrong = `doc_${"x".repeat(38)}`;
    const { output, errors } = await cli.run(["mcp"], { input, env: { DOCENDA_API_KEY: wrong } });
    const [refusal] = messages(output);
    expect(refusal?.id).toBe(7);
    expect(refusal?.error?.message).toContain("API key");
    expect(output + errors).not.toContain(wrong);
  });

  it("says without a key how to get one", async () => {
    const { exit, errors } = await cli.run(["mcp"], { env: { DOCENDA_API_KEY: "" } });
    expect(exit).toBe(3);
    expect(errors).toContain("docenda login");
  });

  it("works behind a proxy, and goes around it where NO_PROXY says so", async () => {
    const proxy = await startProxy();
    const env = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url };
    const input = lines(request(1, "tools/list"));
    expect(messages((await cli.run(["mcp"], { input, env })).output)[0]?.result).toBeDefined();
    const { host } = new URL(product.server.url);
    expect(new Set(proxy.hosts)).toEqual(new Set([host]));
    proxy.hosts.length = 0;
    const around = await cli.run(["mcp"], { input, env: { ...env, NO_PROXY: "127.0.0.1" } });
    expect(messages(around.output)[0]?.result).toBeDefined();
    expect(proxy.hosts).toEqual([]);
    await proxy.close();
    const gone = await cli.run(["mcp"], { input, env });
    expect(messages(gone.output)[0]?.error?.message).toContain("Can't reach");
  });

  it("ends on SIGTERM and SIGHUP with the connection to its client open", async () => {
    for (const signal of ["SIGTERM", "SIGHUP"] as const) {
      const child = cli.start(["mcp"]);
      const end = ended(child);
      child.stdin.write(lines(request(1, "prompts/list")));
      await new Promise((settle) => child.stdout.once("data", settle));
      child.kill(signal);
      expect((await end).exit).toBe(0);
    }
  });
});

type Message = { id: unknown; result?: unknown; error?: { code: number; message: string } };

function stdio<T>(
  Transport: new (options: { command: string; args: string[]; env: Record<string, string> }) => T,
): T {
  return new Transport({ command: OLDEST_NODE, args: [cli.bin, "mcp"], env: cli.env });
}

/** Both SDKs' clients. */
type Caller = {
  callTool(call: {
    name: string;
    arguments: Record<string, unknown>;
  }): Promise<{ content?: unknown; _meta?: unknown }>;
};

function search(client: Caller) {
  return client.callTool({ name: "docenda_search_documentation", arguments: { query: QUESTION } });
}

function metaOf(result: { _meta?: unknown }): { session: string } {
  return (result._meta as Record<string, { session: string }>)["docenda/answer"]!;
}

function request(id: string | number, method: string, params: object = {}): string {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta } });
}

function lines(...all: string[]): string {
  return all.map((line) => `${line}\n`).join("");
}

function messages(output: string): Message[] {
  return output
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Message);
}
