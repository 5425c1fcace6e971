import { beforeAll, describe, expect, it, vi } from "vitest";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { READ, SEARCH, factsOf, linesOf, passagesOf, steady } from "#tests/support/mcp-calls.workers.ts";
import { askLegacy, askModern } from "#tests/support/mcp.workers.ts";
import mcpServers from "../../node_modules/agents/docs/mcp-servers.md?raw";
import securing from "../../node_modules/agents/docs/securing-mcp-servers.md?raw";
import { countTokens } from "#worker/content/tokens.ts";

const SITE = "https://agents.test/";

let account: Account;

beforeAll(async () => {
  account = await makeAccount();
  await indexPages({ name: "agents", url: SITE, version: "0.32.0" }, [
    { path: "mcp-servers", title: "Creating MCP Servers", markdown: mcpServers },
    { path: "securing-mcp-servers", title: "Securing MCP Servers", markdown: securing },
  ]);
});

type Args = Record<string, unknown>;

function call(name: string, args: Args, options: Parameters<typeof askModern>[2] = account) {
  return askModern("tools/call", { name, arguments: args }, options);
}

describe("a session", () => {
  const FIRST = { query: "agents: createMcpHandler options for hosts and origins", budget: 800 };
  const SECOND = { query: "agents: createMcpHandler handler options", budget: 800 };

  it("begins with an answer, and brings no passage twice when its handle is passed on", async () => {
    const first = await call(SEARCH, FIRST);
    const { session } = factsOf(first.result);
    expect(session).toMatch(/^s_\d{12}$/);
    expect(first.result.content[0].text).toContain(`session: ${session}`);
    const second = await call(SEARCH, { ...SECOND, session });
    expect(factsOf(second.result).session).toBe(session);
    expect(passagesOf(second).filter((passage) => passagesOf(first).includes(passage))).toEqual([]);
    expect(factsOf(second.result).passagesAlreadySent).toBeGreaterThan(0);
    // Without the handle nothing is withheld.
    const other = await call(SEARCH, SECOND);
    expect(passagesOf(other).filter((passage) => passagesOf(first).includes(passage))).not.toEqual([]);
  });

  it("knows from its first answer on what was sent and asked", async () => {
    const own = await makeAccount();
    const { services, scope } = ctxOf(own);
    const first = await call(SEARCH, FIRST, own);
    const { session } = factsOf(first.result);
    const stub = services.mcpSession(scope.owner, session);
    await vi.waitFor(async () => expect((await stub.memory()).recentQueries).toEqual([FIRST.query]));
    const { sentChunkHashes } = await stub.memory();
    expect(sentChunkHashes.length).toBeGreaterThan(0);
    const url = factsOf(first.result).passages[0].url.split("#")[0];
    await call(READ, { url, section: "Lower-level control", session }, own);
    await vi.waitFor(async () =>
      expect((await stub.memory()).sentChunkHashes.length).toBeGreaterThan(sentChunkHashes.length),
    );
  });

  it("brings of a passage that was cut only what is new", async () => {
    const query = "agents: McpAgent auth context props";
    const first = await call(SEARCH, { query, budget: 300 });
    const second = await call(SEARCH, {
      query: `${query} handler`,
      budget: 3000,
      session: factsOf(first.result).session,
    });
    expect(linesOf(first)).not.toEqual([]);
    expect(linesOf(second)).not.toEqual([]);
    expect(linesOf(second).filter((line) => linesOf(first).includes(line))).toEqual([]);
  });

  it("is also what the header of a client of 2025 names", async () => {
    const headers = { "mcp-session-id": "s_legacyname" };
    const ask = (args: Args) =>
      askLegacy("tools/call", { name: SEARCH, arguments: args }, { ...account, headers });
    const first = await ask({ ...FIRST, budget: 801 });
    const second = await ask({ ...SECOND, budget: 801 });
    expect(factsOf(second.result).session).toBe("s_legacyname");
    expect(passagesOf(second).filter((passage) => passagesOf(first).includes(passage))).toEqual([]);
  });

  it("is another one for another account, and a new one for what cannot be a handle", async () => {
    const other = await makeAccount();
    const first = await call(SEARCH, { ...FIRST, session: "shared" });
    const second = await call(SEARCH, { ...FIRST, session: "shared" }, other);
    expect(passagesOf(second)).toEqual(passagesOf(first));
    for (const session of ["with spaces", "a:b", "x".repeat(500), 7]) {
      const { result } = await call(SEARCH, { ...FIRST, session });
      expect(factsOf(result).session).toMatch(/^s_\d{12}$/);
    }
  });
});

describe("the same call again", () => {
  const ARGS = { query: "agents: getMcpAuthContext props", budget: 600 };

  it("gets the same answer free within a session, also by another name of an argument", async () => {
    const own = await makeAccount();
    const session = "s_again";
    const first = await call(SEARCH, { ...ARGS, session }, own);
    const second = await call(SEARCH, { question: ARGS.query, budget: "600", session }, own);
    expect(second.result.content).toEqual(first.result.content);
    expect(factsOf(first.result).receipt.creditsUsed).toBe(1);
    expect(factsOf(second.result).receipt.creditsUsed).toBe(0);
    expect(await creditsOf(own)).toBe(199);
  });

  it("gets the same answer free without a session, in a session of its own that knows what was sent", async () => {
    const own = await makeAccount();
    const first = await call(SEARCH, ARGS, own);
    const second = await call(SEARCH, ARGS, own);
    expect(steady(second.result.content[0].text)).toBe(steady(first.result.content[0].text));
    expect(countTokens(second.result.content[0].text)).toBeLessThanOrEqual(600);
    const { session } = factsOf(second.result);
    expect(session).not.toBe(factsOf(first.result).session);
    expect(await creditsOf(own)).toBe(199);
    const third = await call(SEARCH, { query: "agents: getMcpAuthContext", budget: 600, session }, own);
    expect(passagesOf(third).filter((passage) => passagesOf(first).includes(passage))).toEqual([]);
  });

  it("gets what was said first, also when the pages have gone, and is charged once when it comes twice at once", async () => {
    const own = await makeAccount();
    const { services, scope } = ctxOf(own);
    const sourceId = await indexPages({ owner: scope.owner, name: "mine", url: "https://mine.test/" }, [
      { path: "a", title: "Creating MCP Servers", markdown: mcpServers },
      { path: "b", title: "Securing MCP Servers", markdown: securing },
    ]);
    const args = { ...ARGS, sources: ["mine"] };
    const both = await Promise.all([call(SEARCH, args, own), call(SEARCH, args, own)]);
    expect(passagesOf(both[0]).length).toBeGreaterThan(0);
    const index = services.docsIndex({
      owner: scope.owner,
      indexId: "default",
      sourceId,
      homePrincipal: null,
    });
    await index.removePages(["https://mine.test/a", "https://mine.test/b"]);
    const later = await call(SEARCH, args, own);
    const said = both.map(({ result }) => steady(result.content[0].text));
    expect(said).toContain(steady(later.result.content[0].text));
    expect(passagesOf(await call(SEARCH, { ...args, budget: 601 }, own))).toEqual([]);
    expect(await creditsOf(own)).toBe(199);
  });

  it("is another call with other arguments, another tool, another key or after a failure", async () => {
    const own = await makeAccount();
    await call(SEARCH, ARGS, own);
    await call(SEARCH, { ...ARGS, budget: 601 }, own);
    await call("search", { query: ARGS.query }, own);
    await call(READ, { url: `${SITE}mcp-servers` }, own);
    expect(await creditsOf(own)).toBe(196);
    await call(READ, { url: `${SITE}gone` }, own);
    expect((await call(READ, { url: `${SITE}gone` }, own)).result.isError).toBe(true);
    expect(await creditsOf(own)).toBe(196);
  });
});

async function creditsOf(owner: Account): Promise<number> {
  const { services, scope } = ctxOf(owner);
  const { available } = await services.creditCounter(scope.owner).balance();
  return available;
}
