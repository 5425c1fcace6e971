import { McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { readDocumentation } from "#worker/calls/read-documentation.ts";
import { searchDocumentation } from "#worker/calls/search-documentation.ts";
import type { McpCall } from "./call.ts";
import { deepResearchFetch, deepResearchSearch } from "./deep-research-tools.ts";
import { iconsAt } from "./icons.ts";
import { mcpTool, offerTool } from "./offer-tool.ts";
import type { McpTool } from "./offer-tool.ts";
import { offerPrompts } from "./prompts.ts";
import { offerSources } from "./source-resources.ts";
import type { Naming } from "#worker/calls/session-handle.ts";

const SERVER_NAME = "docenda";
/** The version of package.json; a test holds the two together. */
export const SERVER_VERSION = "0.1.0";

/**
 * Instructions by the names of the tools. Some clients don't show them to their model, so they say nothing that the tools' own descriptions
 * don't, and name no argument that the tools don't explain.
 */
const INSTRUCTIONS: Record<Naming, string> = {
  docenda:
    "Search documentation before you use a library, API or tool from memory. Pass the `session` of each answer to the " +
    "next call, so nothing is sent twice.",
  "deep-research":
    "Search documentation before you use a library, API or tool from memory. Read a result with `fetch` and its `id`.",
};

const TOOLS: Record<Naming, McpTool[]> = {
  docenda: [mcpTool(searchDocumentation), mcpTool(readDocumentation)],
  "deep-research": [deepResearchSearch, deepResearchFetch],
};

/** Cache time of lists: they change with a release, and the description of the search tool with the caller's sources. */
const LIST_CACHE = { ttlMs: 300_000, cacheScope: "private" } as const;

/** The web app's origin; on a laptop the request tells it. */
function originOf({ ctx }: McpCall): string {
  return ctx.services.config.publicOrigin ?? ctx.caller.origin ?? "";
}

/**
 * A server for one request: the two tools under the names of this client, and the prompts. All four names can be called (a
 * client may have learned them elsewhere), and a request that calls one gets that tool and nothing else, since each costs time.
 */
export function createServer(call: McpCall): McpServer {
  const server = new McpServer(
    {
      name: SERVER_NAME,
      title: "Docenda",
      version: SERVER_VERSION,
      // A tool's result would carry the icons too, and some clients show them to their model.
      ...(call.calledTool === null && { icons: iconsAt(originOf(call)) }),
    },
    {
      instructions: INSTRUCTIONS[call.naming],
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false },
      },
      cacheHints: { "tools/list": LIST_CACHE, "prompts/list": LIST_CACHE, "resources/list": LIST_CACHE },
    },
  );
  const isOffered = ({ name }: McpTool) => call.toolset?.has(name) ?? true;
  const listed = TOOLS[call.naming].filter(isOffered);
  if (call.calledTool === null) {
    for (const tool of listed) offerTool(server, tool, call);
    offerPrompts(server, call);
    offerSources(server, call);
    return server;
  }
  const called = Object.values(TOOLS)
    .flat()
    .find((tool) => tool.name === call.calledTool && isOffered(tool));
  if (called) offerTool(server, called, call);
  else refuseUnknownTool(server, listed);
  return server;
}

/** Refuses an unknown tool with the names of those there are: a client may have learned a name from another server. */
function refuseUnknownTool(server: McpServer, listed: McpTool[]): void {
  const names = listed.map(({ name, title }) => `\`${name}\` (${title.toLowerCase()})`).join(" and ");
  server.server.setRequestHandler("tools/call", () => {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `No tool of this name is offered here. Call ${names} instead.`,
    );
  });
}
