import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { MAX_QUERY_CHARACTERS } from "#worker/search/search-docs.ts";
import { searchDocumentation } from "#worker/calls/search-documentation.ts";

const PROMPTS = [
  { name: "search_docs", title: "Search public documentation", scope: "public" },
  { name: "my_docs", title: "Search my own documents", scope: "private" },
];

/** The two prompts (specification, section 1): a question, and the wish that the search tool answers it. */
export function offerPrompts(server: McpServer): void {
  for (const { name, title, scope } of PROMPTS) {
    server.registerPrompt(
      name,
      {
        title,
        description: `${title} with ${searchDocumentation.name}`,
        argsSchema: z.object({
          query: z.string().max(MAX_QUERY_CHARACTERS).describe("What you want to know"),
        }),
      },
      ({ query }) => ({
        messages: [
          {
            role: "user",
            content: {
              type: "text",
              text: `${query}\n\nSearch with ${searchDocumentation.name} and scope "${scope}" before you answer.`,
            },
          },
        ],
      }),
    );
  }
}
