import { CliError } from "../cli-error.ts";
import { EXIT, exitOf } from "../exit-codes.ts";
import type { Settings } from "../settings.ts";
import { askMcp } from "./ask-mcp.ts";

export type ToolAnswer = {
  /** The text that an agent reads. */
  text: string;
  /** The answer as data, with the receipt. */
  typed: Record<string, unknown>;
  /** The evidence receipt, where the call asked for one. */
  evidence: string | null;
};

type ToolResult = {
  content?: { text?: string }[];
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
  _meta?: { "docenda/evidence"?: string };
};

/** Calls a tool of the MCP server. Throws CliError in the server's words when it fails or refuses. */
export async function callTool(
  settings: Settings,
  name: string,
  args: Record<string, unknown>,
  options: { signal?: AbortSignal; isEvidenced?: boolean } = {},
): Promise<ToolAnswer> {
  const result = (await askMcp(settings, "tools/call", { name, arguments: args }, options)) as ToolResult;
  const text = result.content?.[0]?.text ?? "";
  if (!result.isError)
    return {
      text,
      typed: result.structuredContent ?? {},
      evidence: result._meta?.["docenda/evidence"] ?? null,
    };
  const [, code, words] = /^Error \(([a-z-]+)\): ([^]*)$/.exec(text) ?? [];
  if (code && words) throw new CliError(exitOf(code), code, words);
  throw new CliError(EXIT.server, "internal", text || "The tool failed without a reason. Try again.");
}
