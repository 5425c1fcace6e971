import { beforeAll, describe, expect, it } from "vitest";
import { makeAccount } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { askLegacy } from "#tests/support/mcp.workers.ts";
import { countTokens } from "#worker/content/tokens.ts";
import { readInput } from "#worker/reader/read-url.ts";
import { searchInput } from "#worker/search/search-docs.ts";

let account: Account;

beforeAll(async () => {
  account = await makeAccount();
});

type Listed = { name: string; description: string; inputSchema: { properties: object } };

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
                "description": "Only these sources, by name, alias or package",
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
