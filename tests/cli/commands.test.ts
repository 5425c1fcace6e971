import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "#local/root.ts";
import { freePort } from "#local/server.ts";
import { apiReference } from "../../scripts/content/api-reference.ts";
import type { OpenApi } from "../../scripts/content/api-reference.ts";
import { QUESTION, startCliProduct } from "./cli-product.ts";
import type { CliProduct } from "./cli-product.ts";

let { docs, cli, close } = {} as CliProduct;

beforeAll(async () => {
  ({ docs, cli, close } = await startCliProduct());
}, 300_000);

afterAll(() => close?.());

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

  it("search takes keywords, and says when there are too many", async () => {
    const guesses = ["-k", "createMcpHandler", "--keyword", "McpAgent"];
    const { exit, output } = await cli.run(["search", "agents: how is a server made?", ...guesses, "--json"]);
    expect(exit).toBe(0);
    expect(JSON.stringify(JSON.parse(output).passages)).toContain("createMcpHandler");
    const nine = Array.from({ length: 9 }, (_, i) => ["-k", `word${i}`]).flat();
    const refused = await cli.run(["search", "agents", ...nine, "--json"]);
    expect([refused.exit, JSON.parse(refused.output).error.code]).toEqual([2, "invalid-argument"]);
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

describe("the examples of the HTTP API's page", () => {
  const page = readFileSync(join(ROOT, "web/content/docs/http-api.md"), "utf8");

  it("has the reference of the document that the server gives of itself", async () => {
    const openapi = (await (await fetch(`${cli.env.DOCENDA_URL}/api/openapi.json`)).json()) as OpenApi;
    const examples = JSON.parse(readFileSync(join(ROOT, "docs/figures/examples.json"), "utf8"));
    // Written by `node scripts/docs-examples.ts`.
    expect(examples.httpApi.reference).toBe(apiReference(openapi, "/api/v1/"));
    for (const path of ["search", "read", "sources", "index-jobs", "gaps"])
      expect(examples.httpApi.reference).toContain(`/api/v1/${path}`);
  });

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
