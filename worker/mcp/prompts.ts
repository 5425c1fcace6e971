import { completable } from "@modelcontextprotocol/server";
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { McpCall } from "./call.ts";
import { completeSources, completeVersions } from "./complete-names.ts";
import { MAX_QUERY_CHARACTERS } from "#worker/search/search-docs.ts";
import { searchDocumentation } from "#worker/calls/search-documentation.ts";

/** Length limit of the names: twenty, as many as a search takes. */
const MAX_NAMES_CHARACTERS = 3000;
const MAX_VERSION_CHARACTERS = 100;

const PROMPTS = [
  { name: "search_docs", title: "Search public documentation", scope: "public" },
  { name: "my_docs", title: "Search my own documents", scope: "private" },
];

/** The two prompts (specification, section 1): a question, and the wish that the search tool answers it. */
export function offerPrompts(server: McpServer, call: McpCall): void {
  for (const { name, title, scope } of PROMPTS) {
    server.registerPrompt(
      name,
      {
        title,
        description: `${title} with ${searchDocumentation.name}`,
        argsSchema: z.object({
          query: z.string().max(MAX_QUERY_CHARACTERS).describe("What you want to know"),
          sources: completable(
            z.string().max(MAX_NAMES_CHARACTERS).describe("Only these sources, separated by commas"),
            (typed) => completeSources(call, typed),
          ).optional(),
          version: completable(
            z.string().max(MAX_VERSION_CHARACTERS).describe("Of the library, such as 18"),
            (typed, context) => completeVersions(call, typed, context?.arguments?.["sources"] ?? ""),
          ).optional(),
        }),
      },
      ({ query, sources, version }) => ({
        messages: [
          {
            role: "user",
            content: {
              type: "text",
              text: `${query}\n\nSearch with ${searchDocumentation.name} and ${argumentsOf(scope, sources, version)} before you answer.`,
            },
          },
        ],
      }),
    );
  }
}

/** Arguments of the search tool in words for a model. */
function argumentsOf(scope: string, sources: string | undefined, version: string | undefined): string {
  const names = (sources ?? "").split(",").flatMap((name) => name.trim() || []);
  return [
    `scope ${JSON.stringify(scope)}`,
    ...(names.length > 0 ? [`sources ${JSON.stringify(names)}`] : []),
    ...(version?.trim() ? [`version ${JSON.stringify(version.trim())}`] : []),
  ].join(", ");
}
