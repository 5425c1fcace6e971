import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client as CurrentClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as CurrentTransport } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { crawlSite, startProduct } from "#evals/product.ts";
import type { Product } from "#evals/product.ts";
import { serveTree } from "#local/docs-server.ts";
import type { DocsServer } from "#local/docs-server.ts";
import { ROOT } from "#local/root.ts";
import { freePort } from "#local/server.ts";
import { WebVisitor } from "#tests/support/web-visitor.ts";
import { SERVER_VERSION } from "#worker/mcp/server.ts";
import { startProxy } from "./proxy.ts";
import { ended, installCli, OLDEST_NODE } from "./installed-cli.ts";
import type { InstalledCli } from "./installed-cli.ts";

const require = createRequire(import.meta.url);
const QUESTION = "agents: create an MCP server with createMcpHandler";
const MODERN = "2026-07-28";

const workDir = mkdtempSync(join(tmpdir(), "docenda-cli-"));
let docs: DocsServer;
let product: Product;
let cli: InstalledCli;

beforeAll(async () => {
  docs = await serveTree({
    root: join(ROOT, "node_modules/agents/docs"),
    include: (path) => /^(index|mcp-|securing-mcp)[\w-]*\.md$/.test(path),
    asMarkdownSite: true,
  });
  product = await startProduct(join(workDir, "state"));
  cli = await installCli(workDir, { DOCENDA_URL: product.server.url, DOCENDA_API_KEY: product.apiKey });
  const run = await crawlSite(product, { url: `${docs.url}/`, name: "agents", exclude: [] });
  if (run.status !== "COMPLETE") throw new Error(`The documentation was not indexed: ${run.error}`);
}, 300_000);

afterAll(async () => {
  await product?.server.close();
  await docs?.close();
  rmSync(workDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

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

describe("search, read and sources", () => {
  it("search prints what an agent gets, and data with --json", async () => {
    const { exit, output } = await cli.run([
      "search",
      "agents:",
      "createMcpHandler",
      "server",
      "--budget",
      "500",
    ]);
    expect(exit).toBe(0);
    expect(output).toContain("createMcpHandler");
    const json = await cli.run(["search", QUESTION, "--json", "--source", "agents", "--scope", "private"]);
    const { passages, receipt } = JSON.parse(json.output);
    expect(passages[0].text).toContain("createMcpHandler");
    expect(receipt.tokensSent).toBeGreaterThan(0);
  });

  it("search exits with 1 where nothing answers", async () => {
    expect((await cli.run(["search", "quantum zebra painting of nowhere"])).exit).toBe(1);
  });

  it("read prints a page, and a section of it", async () => {
    const page = await cli.run(["read", `${docs.url}/mcp-servers.md`]);
    const section = await cli.run(["read", `${docs.url}/mcp-servers.md`, "--section", "Create a server"]);
    expect([page.exit, section.exit]).toEqual([0, 0]);
    expect(page.output.length).toBeGreaterThan(section.output.length);
    expect(section.output).toContain("createMcpHandler");
  });

  it("sources lists what can be searched", async () => {
    expect((await cli.run(["sources"])).output).toMatch(/^Name .*\nagents +- +site +\d+ +you/);
    expect((await cli.run(["sources", "nothing-like-it"])).exit).toBe(1);
    const { sources } = JSON.parse((await cli.run(["sources", "--json"])).output);
    expect(sources).toMatchObject([{ name: "agents" }]);
  });

  it("exits as the documentation says", async () => {
    const cases: [string[], Record<string, string>, number, string][] = [
      [["search"], {}, 2, "invalid-argument"],
      [["search", "x", "--budget", "many"], {}, 2, "invalid-argument"],
      [["search", "x", "--key", "doc_secret"], {}, 2, "invalid-argument"],
      [["nonsense"], {}, 2, "invalid-argument"],
      [["search", "x"], { DOCENDA_URL: "https://a.example/?apiKey=doc_secret" }, 2, "bad-address"],
      [["search", "x"], { DOCENDA_URL: "" }, 2, "no-address"],
      [["search", "x"], { DOCENDA_API_KEY: "doc_secret" }, 3, "unauthenticated"],
      [["sources"], { DOCENDA_API_KEY: "doc_secret" }, 3, "unauthenticated"],
      [["sources"], { DOCENDA_URL: "http://127.0.0.1:1" }, 4, "unavailable"],
      [["sources"], { DOCENDA_URL: docs.url }, 6, "internal"],
    ];
    for (const [args, env, exit, code] of cases) {
      const got = await cli.run([...args, "--json"], { env });
      expect([args, got.exit, JSON.parse(got.output).error.code]).toEqual([args, exit, code]);
      expect(got.output + got.errors).not.toContain("doc_secret");
    }
  });
});

describe("index and status", () => {
  it("index follows a run to its end, and status shows it", async () => {
    const { exit, output, errors } = await cli.run(["index", `${docs.url}/`, "--name", "agents", "--json"]);
    expect(exit).toBe(0);
    expect(errors).toMatch(/pages indexed\n$/);
    const run = JSON.parse(output);
    expect(run).toMatchObject({ status: "COMPLETE", displayName: "agents" });
    const shown = await cli.run(["status", run.executionId]);
    expect([shown.exit, shown.output]).toEqual([0, expect.stringMatching(/^agents: .*\d+ searchable/)]);
    expect((await cli.run(["status"])).output).toContain(run.executionId);
    expect((await cli.run(["status", "run_of_nobody"])).exit).toBe(1);
  });

  it("index exits with 1 when nothing could be read, and says what to do", async () => {
    const { exit, output } = await cli.run(["index", `${docs.url}/not-there/`, "--name", "gone"]);
    expect(exit).toBe(1);
    expect(output).toMatch(/^gone: \S/);
  });

  it("index says what is wrong with an address, and starts nothing", async () => {
    const { exit, errors } = await cli.run(["index", "ftp://example.com/"]);
    expect([exit, errors]).toEqual([2, expect.stringContaining("This URL cannot be indexed")]);
  });
});

describe("login", () => {
  it("signs in by the browser, renews the token by itself, and forgets it", async () => {
    const ada = await verifiedVisitor("ada@example.test");
    const env = { DOCENDA_API_KEY: "", DOCENDA_URL: "", DOCENDA_CONFIG_DIR: join(workDir, "login") };
    const child = cli.start(["login", product.mcpUrl, "--no-browser"], { env });
    const end = ended(child);
    const address = await new Promise<URL>((settle) => {
      let said = "";
      child.stderr.on("data", (part: Buffer) => {
        said += part.toString();
        const found = /(http\S+\/oauth\/authorize\?\S+)/.exec(said)?.[1];
        if (found) settle(new URL(found));
      });
    });
    const back = await consentOf(ada, address);
    // Somebody else's request changes nothing.
    const forged = new URL(back);
    forged.searchParams.set("state", "guessed");
    expect((await fetch(forged)).status).toBe(400);
    expect((await fetch(back)).status).toBe(200);
    expect((await end).exit).toBe(0);

    const file = join(workDir, "login/credentials.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // The server is remembered: neither variable is set.
    expect((await cli.run(["search", "anything at all", "--json"], { env })).exit).toBe(1);
    const kept = JSON.parse(readFileSync(file, "utf8"));
    const before = kept.servers[product.server.url];
    kept.servers[product.server.url] = { ...before, accessToken: "worn-out" };
    writeFileSync(file, JSON.stringify(kept));
    expect((await cli.run(["search", "anything at all", "--json"], { env })).exit).toBe(1);
    const after = JSON.parse(readFileSync(file, "utf8")).servers[product.server.url];
    expect(after.refreshToken).not.toBe(before.refreshToken);

    expect((await cli.run(["logout"], { env: { ...env, DOCENDA_URL: product.server.url } })).exit).toBe(0);
    const out = await cli.run(["search", "x"], { env: { ...env, DOCENDA_URL: product.server.url } });
    expect([out.exit, out.errors]).toEqual([3, expect.stringContaining("docenda login")]);
  });

  it("ends without tokens when the person declines", async () => {
    const ada = await verifiedVisitor("declines@example.test");
    const env = { DOCENDA_API_KEY: "", DOCENDA_CONFIG_DIR: join(workDir, "declined") };
    const child = cli.start(["login", "--no-browser"], { env });
    const end = ended(child);
    const address = await new Promise<URL>((settle) => {
      child.stderr.on("data", (part: Buffer) => {
        const found = /(http\S+\/oauth\/authorize\?\S+)/.exec(part.toString())?.[1];
        if (found) settle(new URL(found));
      });
    });
    await fetch(await consentOf(ada, address, "deny"));
    expect(await end).toMatchObject({ exit: 3, errors: expect.stringContaining("declined") });
    expect(existsSync(join(workDir, "declined/credentials.json"))).toBe(false);
  });

  it("says where a server offers none", async () => {
    const { exit, errors } = await cli.run(["login", docs.url]);
    expect([exit, errors]).toEqual([6, expect.stringContaining("/keys")]);
  });
});

async function examine(env: Record<string, string> = {}) {
  const { exit, output, errors } = await cli.run(["doctor", "--json"], { env });
  const { checks } = JSON.parse(output) as {
    checks: { name: string; state: string; fix: string | null }[];
  };
  return {
    exit,
    last: checks.at(-1)!,
    states: checks.map(({ name, state }) => `${name} ${state}`),
    said: output + errors,
  };
}

describe("doctor", () => {
  it("finds nothing wrong where all is well, and spends nothing", async () => {
    const before = await creditsLeft();
    const { exit, states } = await examine();
    expect([exit, states]).toEqual([
      0,
      ["Node ok", "Proxy ok", "Address ok", "Server ok", "Clock ok", "Key ok", "Access ok", "Versions ok"],
    ]);
    expect(await creditsLeft()).toBe(before);
  });

  it("says of each thing that is broken how to fix it", async () => {
    const unknown = `doc_${"x".repeat(38)}`;
    const cases: [Record<string, string>, string, RegExp][] = [
      [{ HTTPS_PROXY: "not a proxy" }, "Proxy", /http:\/\/proxy/],
      [{ HTTP_PROXY: "http://user:secret@127.0.0.1:1", NO_PROXY: "" }, "Server", /port.*proxy/],
      [{ DOCENDA_URL: "" }, "Address", /DOCENDA_URL=/],
      [{ DOCENDA_URL: `http://127.0.0.1:${await freePort(0)}` }, "Server", /port/],
      [{ DOCENDA_URL: "https://docenda.invalid" }, "Server", /spelling/],
      [{ DOCENDA_URL: docs.url }, "Server", /DOCENDA_URL/],
      [{ DOCENDA_API_KEY: "" }, "Key", /docenda login/],
      [{ DOCENDA_API_KEY: "doc_secret" }, "Key", /copy it again/],
      [{ DOCENDA_API_KEY: unknown }, "Access", /create a new key/],
    ];
    for (const [env, name, fix] of cases) {
      const { exit, last, said } = await examine(env);
      expect([env, exit, last]).toEqual([
        env,
        1,
        expect.objectContaining({ name, state: "failed", fix: expect.stringMatching(fix) }),
      ]);
      expect(said).not.toMatch(/secret|xxxx/);
    }
  });

  it("sees a clock that is off, and a server of another version", async () => {
    const odd = createServer((incoming, answer) => {
      answer.setHeader("date", new Date(Date.now() - 3_600_000).toUTCString());
      answer.setHeader("content-type", "application/json");
      const serverInfo = { "io.modelcontextprotocol/serverInfo": { version: "9.9.0" } };
      const body =
        incoming.url === "/api/health"
          ? { status: "ok" }
          : { jsonrpc: "2.0", id: 1, result: { tools: [{ name: "t" }], _meta: serverInfo } };
      incoming.resume();
      answer.end(JSON.stringify(body));
    });
    await new Promise<void>((settle) => odd.listen(0, "127.0.0.1", settle));
    const { port } = odd.address() as AddressInfo;
    const { exit, states, last } = await examine({ DOCENDA_URL: `http://127.0.0.1:${port}` });
    odd.closeAllConnections();
    odd.close();
    expect(exit).toBe(1);
    expect(states).toContain("Clock failed");
    expect(last).toMatchObject({
      name: "Versions",
      state: "warning",
      fix: expect.stringContaining("docenda@9.9"),
    });
  });
});

describe("init", () => {
  it("connects what is installed, shows the change without the key, and takes it back", async () => {
    const HOME = mkdtempSync(join(workDir, "agents-"));
    const cursor = join(HOME, ".cursor/mcp.json");
    const codex = join(HOME, ".codex/config.toml");
    mkdirSync(join(HOME, ".cursor"));
    mkdirSync(join(HOME, ".codex"));
    const mine = '{\n    "mcpServers": {\n        "mine": { "command": "x" }\n    }\n}\n';
    writeFileSync(cursor, mine, { mode: 0o640 });
    const env = { HOME };

    const asked = await cli.run(["init"], { env });
    expect(asked.exit).toBe(1);
    expect(asked.errors).toMatch(/^\+ +"docenda": \{$/m);
    expect(asked.errors).not.toContain(product.apiKey);
    expect([readFileSync(cursor, "utf8"), existsSync(codex)]).toEqual([mine, false]);

    const done = await cli.run(["init", "--yes", "--json"], { env });
    expect(done.exit).toBe(0);
    const changed = JSON.parse(done.output).changes.map((one: any) => [
      one.client,
      one.action,
      one.isWritten,
    ]);
    expect(changed.toSorted()).toEqual([
      ["codex", "add", true],
      ["cursor", "add", true],
    ]);
    const { mcpServers } = JSON.parse(readFileSync(cursor, "utf8"));
    expect(mcpServers.mine).toEqual({ command: "x" });
    expect(mcpServers.docenda).toEqual({
      url: product.mcpUrl,
      headers: { Authorization: `Bearer ${product.apiKey}` },
    });
    expect(readFileSync(codex, "utf8")).toContain(`[mcp_servers.docenda]`);
    expect([statSync(cursor).mode & 0o777, statSync(codex).mode & 0o777]).toEqual([0o640, 0o600]);

    const again = JSON.parse((await cli.run(["init", "--yes", "--json"], { env })).output);
    expect(again.changes.map((one: any) => one.action)).toEqual(["none", "none"]);

    const gone = { ...env, DOCENDA_API_KEY: "" };
    expect((await cli.run(["init", "--remove", "--yes"], { env: gone })).exit).toBe(0);
    expect(readFileSync(cursor, "utf8")).toBe(mine);
    expect(readFileSync(codex, "utf8").trim()).toBe("");
  });

  it("starts this command line where an agent only starts programs", async () => {
    const HOME = mkdtempSync(join(workDir, "agents-"));
    const env = { HOME, XDG_CONFIG_HOME: join(HOME, ".config") };
    const { exit } = await cli.run(["init", "--client", "claude-desktop", "--yes"], { env });
    expect(exit).toBe(0);
    const [{ path }] = JSON.parse((await cli.run(["init", "--list", "--json"], { env })).output).found;
    expect(JSON.parse(readFileSync(path, "utf8")).mcpServers.docenda).toEqual({
      command: "npx",
      args: ["-y", "docenda", "mcp"],
      env: { DOCENDA_URL: product.server.url, DOCENDA_API_KEY: product.apiKey },
    });
  });

  it("leaves a broken file alone and connects the others", async () => {
    const HOME = mkdtempSync(join(workDir, "agents-"));
    mkdirSync(join(HOME, ".cursor"));
    mkdirSync(join(HOME, ".gemini"));
    writeFileSync(join(HOME, ".cursor/mcp.json"), "{ broken");
    const { exit, errors } = await cli.run(["init", "--yes"], { env: { HOME } });
    expect([exit, errors]).toEqual([1, expect.stringContaining("isn't valid JSON")]);
    expect(readFileSync(join(HOME, ".cursor/mcp.json"), "utf8")).toBe("{ broken");
    expect(
      JSON.parse(readFileSync(join(HOME, ".gemini/settings.json"), "utf8")).mcpServers.docenda,
    ).toBeDefined();
  });

  it("needs a key, and names the agents that it knows", async () => {
    const HOME = mkdtempSync(join(workDir, "agents-"));
    expect((await cli.run(["init"], { env: { HOME, DOCENDA_API_KEY: "" } })).exit).toBe(3);
    const { exit, errors } = await cli.run(["init", "--client", "nothing"], { env: { HOME } });
    expect([exit, errors]).toEqual([2, expect.stringContaining("cursor")]);
    expect((await cli.run(["init", "--list"], { env: { HOME } })).exit).toBe(1);
  });
});

describe("completion", () => {
  it("completes commands and options in bash", async () => {
    const { output } = await cli.run(["completion", "bash"]);
    const complete = async (...words: string[]) => {
      const script = `${output}\nCOMP_WORDS=(docenda ${words.join(" ")}); COMP_CWORD=${words.length}\n_docenda; echo "\${COMPREPLY[@]}"`;
      return (await promisify(execFile)("bash", ["-c", script])).stdout.trim();
    };
    expect(await complete("se")).toBe("search");
    expect(await complete("search", "--bud")).toBe("--budget");
    for (const shell of ["zsh", "fish", "powershell"])
      expect((await cli.run(["completion", shell])).output).toContain("docenda");
    expect((await cli.run(["completion", "tcsh"])).exit).toBe(2);
  });
});

describe("the examples of the HTTP API's page", () => {
  const page = readFileSync(join(ROOT, "web/content/docs/http-api.md"), "utf8");

  it.for([
    ["sh", "bash", ["-c"]],
    ["ts", process.execPath, ["--input-type=module-typescript", "-e"]],
    ["python", "python3", ["-c"]],
  ] as const)("%s finds the answer", async ([language, program, args]) => {
    const code = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)![1]!;
    const { stdout } = await promisify(execFile)(program, [...args, code], {
      env: { ...process.env, ...cli.env },
    });
    expect(stdout).toContain("createMcpHandler");
  });
});

async function creditsLeft(): Promise<number> {
  const { output } = await cli.run(["search", "quantum zebra painting of nowhere", "--json"]);
  return JSON.parse(output).receipt.creditsLeft;
}

/** Somebody who is signed in and has opened the link of the verification mail. */
async function verifiedVisitor(email: string): Promise<WebVisitor> {
  const visitor = new WebVisitor(product.server.url);
  await visitor.post("/api/auth/sign-up", { email, password: "correct horse battery" });
  for (let tries = 0; tries < 300; tries += 1) {
    const box = await visitor.get(`/__mail?format=json&to=${encodeURIComponent(email)}`);
    const { mails } = (await box.json()) as { mails: { text: string }[] };
    const oobCode = /oobCode=([0-9A-Za-z]+)/.exec(mails[0]?.text ?? "")?.[1];
    if (oobCode && (await visitor.post("/api/auth/verify-email", { oobCode })).ok) return visitor;
    await sleep(200);
  }
  throw new Error(`No mail came for ${email}.`);
}

/** What a person does at the page: opens it and decides. Gives where the browser is sent. */
async function consentOf(visitor: WebVisitor, address: URL, decision = "approve"): Promise<URL> {
  const toPage = await visitor.get(address.href);
  const id = new URL(toPage.headers.get("location")!).searchParams.get("request");
  await visitor.get(`/api/oauth/requests/${id}`);
  const decided = await visitor.post(`/api/oauth/requests/${id}/decision`, { decision });
  const { redirectTo } = (await decided.json()) as { redirectTo: string };
  return new URL(redirectTo);
}

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
