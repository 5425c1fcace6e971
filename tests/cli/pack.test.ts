import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client as CurrentClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as CurrentTransport } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compareAnswers, openDoors } from "#evals/doors/doors.ts";
import type { Ended } from "./installed-cli.ts";
import { QUESTION, startCliProduct } from "./cli-product.ts";
import type { CliProduct } from "./cli-product.ts";

let { workDir, product, cli, close } = {} as CliProduct;

/** Packs need SQLite, which the oldest Node that the package promises doesn't have. */
const node = process.execPath;
/** Nothing answers there, and there is no key. */
const OFFLINE = { DOCENDA_URL: "http://127.0.0.1:1", DOCENDA_API_KEY: "" };

beforeAll(async () => {
  ({ workDir, product, cli, close } = await startCliProduct());
}, 300_000);

afterAll(() => close?.());

const file = (name: string) => join(workDir, name);
const offline = (...args: string[]) => cli.run(args, { env: OFFLINE, node });
const pack = (...args: string[]) => cli.run(["pack", ...args, "--json"], { node });
/** What the server answers over HTTP. */
async function hosted(path: string, body?: object): Promise<any> {
  const response = await fetch(`${cli.env.DOCENDA_URL}/api/v1${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      authorization: `Bearer ${cli.env.DOCENDA_API_KEY}`,
      "content-type": "application/json",
    },
    body: body && JSON.stringify(body),
  });
  return await response.json();
}
/** Without what differs from answer to answer, and the handle of a session. */
const plain = (text: string) =>
  text.replaceAll(/doc-[0-9A-Za-z]{6}/g, "").replaceAll(/ · session: \S+$/gm, "");
const errorOf = ({ exit, output }: Ended) => [exit, JSON.parse(output).error.code];

it("writes sources into a file that is searched and read without the server, with the server's answers", async () => {
  const packed = await cli.run(["pack", "agents", "--out", file("docs.db"), "--json"], { node });
  expect([packed.exit, packed.errors]).toEqual([0, expect.stringMatching(/^agents: \d+ pages\n/)]);
  expect(JSON.parse(packed.output).sources).toMatchObject([{ name: "agents", isPublic: false }]);

  const { questions } = await hosted("/draft-questions?source=agents&limit=5");
  expect(questions).toHaveLength(5);
  const unanswered = "zebra migration patterns in the serengeti";
  for (const question of [QUESTION, unanswered, ...questions.map((one: any) => one.question)]) {
    const wanted = await hosted("/search", { query: question });
    const found = await offline("search", question, "--json", "--offline", file("docs.db"));
    expect([question, found.errors]).toEqual([question, ""]);
    const { confidence, passages, sources } = JSON.parse(found.output);
    // The line that names the session takes room: for one passage at most, and from the last one, which is cut to what is left.
    const { length } = wanted.passages;
    expect([question, passages.length - length]).toEqual([question, expect.toBeOneOf([0, 1])]);
    const shown = (all: any[]) => all.slice(0, length).map((one, i) => (i === length - 1 ? one.url : one));
    expect({ question, confidence, sources, passages: shown(passages) }).toEqual({
      question,
      confidence: wanted.confidence,
      sources: wanted.sources,
      passages: shown(wanted.passages),
    });
  }

  const { passages } = await hosted("/search", { query: QUESTION, repeat: true });
  const { url } = passages[0];
  const read = await offline("read", url, "--json", "--offline", file("docs.db"));
  expect(plain(JSON.parse(read.output).page.text)).toBe(plain((await hosted("/read", { url })).text));
});

it("gives ten questions the same passages through HTTP, MCP, the command line, and a pack", async () => {
  const packFile = file("doors.db");
  expect((await cli.run(["pack", "agents", "--out", packFile], { node })).exit).toBe(0);
  const { questions } = await hosted("/draft-questions?source=agents&limit=10");
  const { doors, close: closeDoors } = openDoors({ product, cli, packFile });
  const [http, ...others] = doors;
  expect(questions).toHaveLength(10);
  for (const { question } of questions) {
    const wanted = await http!.ask(question, "agents");
    expect([question, wanted.passages.length]).not.toEqual([question, 0]);
    for (const door of others) {
      const likeness = compareAnswers(wanted, await door.ask(question, "agents"));
      expect([door.name, question, likeness]).toEqual([
        door.name,
        question,
        expect.toBeOneOf(["same", "cut"]),
      ]);
    }
  }
  await closeDoors();
});

it("serves the pack to agents of both eras, with the server's words and no network", async () => {
  const path = file("agent.db");
  expect((await cli.run(["pack", "agents", "--out", path], { node })).exit).toBe(0);
  const transport = {
    command: node,
    args: [cli.bin, "mcp", "--offline", path],
    env: { ...cli.env, ...OFFLINE },
  };
  const client = new Client({ name: "interop", version: "1.0.0" });
  await client.connect(new StdioClientTransport(transport));
  const current = new CurrentClient(
    { name: "interop", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  await current.connect(new CurrentTransport(transport));
  for (const one of [client, current]) {
    const { tools } = await one.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["docenda_search_documentation", "docenda_read_url"]);
    expect(tools[0]!.description).toMatch(/^Searches the current documentation .* Sources: agents\.$/s);
    const args = { query: QUESTION, budget: null, session: "s_1" };
    const found = await one.callTool({ name: "docenda_search_documentation", arguments: args });
    expect(JSON.stringify(found.content)).toContain("createMcpHandler");
    const elsewhere = { url: "https://example.com/" };
    const refused = await one.callTool({ name: "docenda_read_url", arguments: elsewhere });
    expect([refused.isError, JSON.stringify(refused.content)]).toEqual([
      true,
      expect.stringContaining("Error (not-found): That page isn't in the pack."),
    ]);
    await one.close();
  }
});

it("says what is wrong: no such source or page, a file that is no pack, an option or a Node that can't", async () => {
  expect(errorOf(await pack("no-such-source", "--out", file("other.db")))).toEqual([1, "not-found"]);
  expect(existsSync(file("other.db.part"))).toBe(false);
  expect(errorOf(await pack("agents@99", "--out", file("other.db")))).toEqual([1, "not-found"]);
  expect(errorOf(await pack("--out", file("other.db")))).toEqual([2, "invalid-argument"]);
  expect(errorOf(await pack("agents", "--out", file("no-folder/docs.db")))).toEqual([2, "invalid-argument"]);
  writeFileSync(file("mine.db"), "mine");
  expect(errorOf(await pack("agents", "--out", file("mine.db")))).toEqual([2, "invalid-argument"]);
  expect(readFileSync(file("mine.db"), "utf8")).toBe("mine");
  expect((await pack("agents", "--out", file("mine.db"), "--force")).exit).toBe(0);

  const ask = (...args: string[]) => offline(...args, "--json", "--offline", file("mine.db"));
  expect(errorOf(await ask("search", QUESTION, "--source", "react"))).toEqual([1, "not-found"]);
  expect(errorOf(await ask("read", "https://example.com/elsewhere"))).toEqual([1, "not-found"]);
  expect(errorOf(await ask("search", QUESTION, "--budget", "1"))).toEqual([2, "invalid-argument"]);
  expect(errorOf(await ask("search", QUESTION, "--session", "s_1"))).toEqual([2, "invalid-argument"]);
  writeFileSync(file("broken.db"), "no pack");
  const broken = ["search", QUESTION, "--json", "--offline"];
  expect(errorOf(await offline(...broken, file("broken.db")))).toEqual([2, "invalid-argument"]);
  expect(errorOf(await offline(...broken, file("missing.db")))).toEqual([2, "invalid-argument"]);
  const withoutSqlite = { ...OFFLINE, NODE_OPTIONS: "--no-experimental-sqlite" };
  const older = await cli.run([...broken, file("mine.db")], { env: withoutSqlite, node });
  expect(errorOf(older)).toEqual([2, "unimplemented"]);
});
