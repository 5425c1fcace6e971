import { beforeAll, describe, expect, it } from "vitest";
import { makeAccount } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { askLegacy, askModern } from "#tests/support/mcp.workers.ts";
import packageJson from "../../package.json?raw";

let account: Account;

beforeAll(async () => {
  account = await makeAccount();
});

type Listed = { name: string; description: string; inputSchema: { properties: object } };

const OURS = ["docenda_search_documentation", "docenda_read_url"];

const THEIRS = ["search", "fetch"];

const DEEP_RESEARCH = { name: "openai-mcp", version: "1.0.0" };

async function listed(ask: typeof askLegacy, options: Parameters<typeof askLegacy>[2]): Promise<string[]> {
  const { result } = await ask("tools/list", {}, options);
  return result.tools.map((tool: Listed) => tool.name);
}

describe("both eras", () => {
  it("introduces itself", async () => {
    const legacy = await askLegacy(
      "initialize",
      { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
      account,
    );
    expect(legacy.result).toMatchInlineSnapshot(`
      {
        "capabilities": {
          "completions": {},
          "prompts": {
            "listChanged": false,
          },
          "resources": {
            "listChanged": false,
          },
          "tools": {
            "listChanged": false,
          },
        },
        "instructions": "Search documentation before you use a library, API or tool from memory. Pass the \`session\` of each answer to the next call, so nothing is sent twice.",
        "protocolVersion": "2025-06-18",
        "serverInfo": {
          "icons": [
            {
              "mimeType": "image/svg+xml",
              "src": "https://docenda.test/favicon-light.svg",
              "theme": "light",
            },
            {
              "mimeType": "image/svg+xml",
              "src": "https://docenda.test/favicon-dark.svg",
              "theme": "dark",
            },
          ],
          "name": "docenda",
          "title": "Docenda",
          "version": "0.1.0",
        },
      }
    `);
    expect(legacy.result.serverInfo.version).toBe(JSON.parse(packageJson).version);
    const modern = await askModern("server/discover", {}, account);
    expect(modern.result.supportedVersions).toEqual(["2026-07-28"]);
    expect(modern.result.instructions).toBe(legacy.result.instructions);
    expect(modern.result.capabilities).toEqual(legacy.result.capabilities);
  });

  it("lists the same two tools and two prompts", async () => {
    for (const method of ["tools/list", "prompts/list", "resources/list", "resources/templates/list"]) {
      const legacy = await askLegacy(method, {}, account);
      const modern = await askModern(method, {}, account);
      expect(modern.result).toMatchObject(legacy.result);
      expect(modern.result).toMatchObject({ resultType: "complete", cacheScope: "private" });
    }
    expect(await listed(askModern, account)).toEqual(OURS);
    const prompts = await askLegacy("prompts/list", {}, account);
    expect(prompts.result.prompts.map(({ name }: Listed) => name)).toEqual(["search_docs", "my_docs"]);
  });

  it("turns a question into a prompt for public or private documents", async () => {
    for (const [name, scope] of [
      ["search_docs", "public"],
      ["my_docs", "private"],
    ]) {
      const { result } = await askModern(
        "prompts/get",
        { name, arguments: { query: "vite base option" } },
        account,
      );
      expect(result.messages).toEqual([
        {
          role: "user",
          content: {
            type: "text",
            text: `vite base option\n\nSearch with docenda_search_documentation and scope "${scope}" before you answer.`,
          },
        },
      ]);
    }
  });

  it("refuses what does not exist as the protocol says", async () => {
    for (const ask of [askLegacy, askModern]) {
      expect((await ask("tools/call", { name: "gone", arguments: {} }, account)).error?.code).toBe(-32602);
      expect((await ask("prompts/get", { name: "gone" }, account)).error?.code).toBe(-32602);
      expect((await ask("prompts/get", { name: "my_docs", arguments: {} }, account)).error?.code).toBe(
        -32602,
      );
      expect((await ask("no/such", {}, account)).error?.code).toBe(-32601);
      expect((await ask("tools/call", { name: OURS[0], arguments: "text" }, account)).error?.code).toBe(
        -32602,
      );
    }
  });
});

describe("the deep-research client", () => {
  it("finds its two names by client info, by path, by user agent and by the session it began", async () => {
    expect(await listed(askModern, { ...account, clientName: DEEP_RESEARCH.name })).toEqual(THEIRS);
    expect(await listed(askModern, { ...account, path: "/mcp/openai" })).toEqual(THEIRS);
    expect(await listed(askLegacy, { ...account, path: "/mcp/openai" })).toEqual(THEIRS);
    expect(await listed(askLegacy, { ...account, headers: { "user-agent": "openai-mcp/1.0.0" } })).toEqual(
      THEIRS,
    );
    const begun = await askLegacy(
      "initialize",
      { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: DEEP_RESEARCH },
      account,
    );
    const headers = { "mcp-session-id": begun.headers.get("mcp-session-id")! };
    expect(await listed(askLegacy, { ...account, headers })).toEqual(THEIRS);
    // Their tools have no `session`, which is the connection's.
    expect(begun.result.instructions).toContain("`fetch`");
    expect(begun.result.instructions).not.toContain("session");
  });

  it("is nobody else", async () => {
    expect(await listed(askModern, { ...account, clientName: "openai-mcp-like" })).toEqual(OURS);
    expect(await listed(askLegacy, { ...account, headers: { "user-agent": "my openai-mcp/1" } })).toEqual(
      OURS,
    );
    expect(await listed(askLegacy, { ...account, headers: { "mcp-session-id": "anything" } })).toEqual(OURS);
  });

  it("may call all four names, as everybody may", async () => {
    for (const path of ["/mcp", "/mcp/openai"]) {
      for (const name of [...OURS, ...THEIRS]) {
        for (const ask of [askLegacy, askModern]) {
          const { result } = await ask("tools/call", { name, arguments: {} }, { ...account, path });
          expect(result.isError).toBe(true);
          expect(result.content[0].text).toContain("is required");
        }
      }
    }
  });
});
