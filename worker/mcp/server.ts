import { McpServer } from "@modelcontextprotocol/server";
import { readDocumentation } from "#worker/calls/read-documentation.ts";
import { searchDocumentation } from "#worker/calls/search-documentation.ts";
import type { McpCall } from "./call.ts";
import { deepResearchFetch, deepResearchSearch } from "./deep-research-tools.ts";
import { mcpTool, offerTool } from "./offer-tool.ts";
import type { McpTool } from "./offer-tool.ts";
import { offerPrompts } from "./prompts.ts";
import type { Naming } from "#worker/calls/session-handle.ts";

const SERVER_NAME = "docenda";
/** The version of package.json; a test holds the two together. */
export const SERVER_VERSION = "0.1.0";

const INSTRUCTIONS =
  "Search documentation before you use a library, API or tool from memory. Pass the `session` of each answer to the " +
  "next call, so nothing is sent twice.";

const TOOLS: Record<Naming, McpTool[]> = {
  docenda: [mcpTool(searchDocumentation), mcpTool(readDocumentation)],
  "deep-research": [deepResearchSearch, deepResearchFetch],
};

/** Lists change with a release, and the description of the search tool with the caller's sources. */
const LIST_CACHE = { ttlMs: 300_000, cacheScope: "private" } as const;

/**
 * A server for one request: the two tools under the names of this client, and the prompts. All four names can be called (a
 * client may have learned them elsewhere), and a request that calls one gets that tool and nothing else, since each costs time.
 */
export function createServer(call: McpCall): McpServer {
  const server = new McpServer(
    { name: SERVER_NAME, title: "Docenda", version: SERVER_VERSION },
    {
      instructions: INSTRUCTIONS,
      // Resources are listed as empty because some clients ask for them whatever a server says.
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false },
      },
      cacheHints: { "tools/list": LIST_CACHE, "prompts/list": LIST_CACHE, "resources/list": LIST_CACHE },
    },
  );
  if (call.calledTool === null) {
    for (const tool of TOOLS[call.naming]) offerTool(server, tool, call);
    offerPrompts(server);
  } else {
    const called = Object.values(TOOLS).flat();
    for (const tool of called) if (tool.name === call.calledTool) offerTool(server, tool, call);
  }
  return server;
}
