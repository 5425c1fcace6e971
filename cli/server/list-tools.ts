import type { Settings } from "../settings.ts";
import { askMcp } from "./ask-mcp.ts";

/** The names of the server's tools, and its version. Costs nothing. Throws CliError when the key or the login is refused. */
export async function listTools(settings: Settings): Promise<{ tools: string[]; serverVersion: string }> {
  const result = (await askMcp(settings, "tools/list", {})) as {
    tools?: { name: string }[];
    _meta?: Record<string, { version?: string }>;
  };
  return {
    tools: (result.tools ?? []).map(({ name }) => name),
    serverVersion: result._meta?.["io.modelcontextprotocol/serverInfo"]?.version ?? "unknown",
  };
}
