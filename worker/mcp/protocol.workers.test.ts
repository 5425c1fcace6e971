import { beforeAll, describe, expect, it } from "vitest";
import { makeAccount } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { askLegacy, askModern } from "#tests/support/mcp.workers.ts";
import packageJson from "../../package.json?raw";
import { countTokens } from "#worker/content/tokens.ts";
import { readInput } from "#worker/reader/read-url.ts";
import { searchInput } from "#worker/search/search-docs.ts";

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
        "instructions": "Search documentation before you use a library, API or tool from memory. Pass the \`session\` of each answer to the next call, so that nothing is sent twice.",
        "protocolVersion": "2025-06-18",
        "serverInfo": {
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

  it("lists the same two tools and two prompts, and no resources", async () => {
    for (const method of ["tools/list", "prompts/list", "resources/list", "resources/templates/list"]) {
      const legacy = await askLegacy(method, {}, account);
      const modern = await askModern(method, {}, account);
      expect(modern.result).toMatchObject(legacy.result);
      expect(modern.result).toMatchObject({ resultType: "complete", cacheScope: "private" });
    }
    expect(await listed(askModern, account)).toEqual(OURS);
    const prompts = await askLegacy("prompts/list", {}, account);
    expect(prompts.result.prompts.map(({ name }: Listed) => name)).toEqual(["search_docs", "my_docs"]);
    expect((await askLegacy("resources/list", {}, account)).result).toEqual({ resources: [] });
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

describe("the tools as a model sees them", () => {
  it("are these", async () => {
    const { result } = await askLegacy("tools/list", {}, account);
    expect(result.tools).toMatchInlineSnapshot(`
      [
        {
          "annotations": {
            "destructiveHint": false,
            "idempotentHint": true,
            "openWorldHint": true,
            "readOnlyHint": true,
            "title": "Search documentation",
          },
          "description": "Passages from the current documentation of libraries, frameworks, APIs and tools, and from the caller's private documents, each with its URL. Use it before relying on memory. Ask one specific question a call; name the library and keep identifiers and error codes as they are written.",
          "inputSchema": {
            "properties": {
              "budget": {
                "description": "Most tokens of the answer, 200 to 10000; default 2000",
                "type": "integer",
              },
              "query": {
                "description": "The question, such as: sqlite upsert with returning clause",
                "type": "string",
              },
              "scope": {
                "description": "Default all",
                "enum": [
                  "all",
                  "public",
                  "private",
                ],
                "type": "string",
              },
              "session": {
                "description": "\`session\` of your last answer: nothing is sent twice",
                "type": "string",
              },
              "sources": {
                "description": "Only these sources, by name",
                "items": {
                  "type": "string",
                },
                "type": "array",
              },
              "version": {
                "description": "Of the library, such as 18 or ^18.2; default newest",
                "type": "string",
              },
            },
            "required": [
              "query",
            ],
            "type": "object",
          },
          "name": "docenda_search_documentation",
          "outputSchema": {
            "properties": {
              "leftOut": {
                "items": {
                  "properties": {
                    "title": {
                      "type": "string",
                    },
                    "tokens": {
                      "type": "integer",
                    },
                    "url": {
                      "type": "string",
                    },
                  },
                  "type": "object",
                },
                "type": "array",
              },
              "passages": {
                "items": {
                  "properties": {
                    "contentHash": {
                      "type": "string",
                    },
                    "fetchedAt": {
                      "type": "string",
                    },
                    "headingPath": {
                      "items": {
                        "type": "string",
                      },
                      "type": "array",
                    },
                    "source": {
                      "type": "string",
                    },
                    "title": {
                      "type": "string",
                    },
                    "tokens": {
                      "type": "integer",
                    },
                    "url": {
                      "type": "string",
                    },
                    "version": {
                      "type": [
                        "string",
                        "null",
                      ],
                    },
                  },
                  "type": "object",
                },
                "type": "array",
              },
              "passagesAlreadySent": {
                "type": "integer",
              },
              "receipt": {
                "properties": {
                  "creditsLeft": {
                    "type": "integer",
                  },
                  "creditsUsed": {
                    "type": "integer",
                  },
                  "tokensOfFullPages": {
                    "type": "integer",
                  },
                  "tokensSent": {
                    "type": "integer",
                  },
                  "tokensWithheld": {
                    "type": "integer",
                  },
                },
                "type": "object",
              },
              "session": {
                "type": [
                  "string",
                  "null",
                ],
              },
              "sources": {
                "items": {
                  "type": "string",
                },
                "type": "array",
              },
              "versionAsked": {
                "type": [
                  "string",
                  "null",
                ],
              },
            },
            "type": "object",
          },
          "title": "Search documentation",
        },
        {
          "annotations": {
            "destructiveHint": false,
            "idempotentHint": true,
            "openWorldHint": true,
            "readOnlyHint": true,
            "title": "Read a page",
          },
          "description": "A web page as markdown, for when a passage of a search is not enough. Give the URL as the search gave it; with its #anchor, or with \`section\`, that section alone is read. A long page comes as its beginning, its outline and the parts closest to what the session asked.",
          "inputSchema": {
            "properties": {
              "budget": {
                "description": "Most tokens, 200 to 10000; default 7000",
                "type": "integer",
              },
              "section": {
                "description": "Heading, anchor, symbol, or row of a table",
                "type": "string",
              },
              "session": {
                "description": "\`session\` of your last answer",
                "type": "string",
              },
              "url": {
                "description": "http or https",
                "type": "string",
              },
            },
            "required": [
              "url",
            ],
            "type": "object",
          },
          "name": "docenda_read_url",
          "outputSchema": {
            "properties": {
              "page": {
                "properties": {
                  "contentHash": {
                    "type": "string",
                  },
                  "fetchedAt": {
                    "type": "string",
                  },
                  "isWhole": {
                    "type": "boolean",
                  },
                  "source": {
                    "type": [
                      "string",
                      "null",
                    ],
                  },
                  "title": {
                    "type": "string",
                  },
                  "tokens": {
                    "type": "integer",
                  },
                  "url": {
                    "type": "string",
                  },
                },
                "type": "object",
              },
              "receipt": {
                "properties": {
                  "creditsLeft": {
                    "type": "integer",
                  },
                  "creditsUsed": {
                    "type": "integer",
                  },
                  "tokensOfFullPages": {
                    "type": "integer",
                  },
                  "tokensSent": {
                    "type": "integer",
                  },
                  "tokensWithheld": {
                    "type": "integer",
                  },
                },
                "type": "object",
              },
              "session": {
                "type": [
                  "string",
                  "null",
                ],
              },
            },
            "type": "object",
          },
          "title": "Read a page",
        },
      ]
    `);
  });

  it("list every argument that the verbs know, and cost few tokens", async () => {
    const { result } = await askLegacy("tools/list", {}, account);
    const [search, read] = result.tools as [Listed, Listed];
    expect(Object.keys(search.inputSchema.properties)).toEqual(Object.keys(searchInput.shape));
    expect(Object.keys(read.inputSchema.properties)).toEqual(Object.keys(readInput.shape));
    const seen = [search, read].map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    expect(countTokens(JSON.stringify(seen))).toBeLessThan(600);
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
