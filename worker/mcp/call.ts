import type { AgentCall } from "#worker/calls/agent-call.ts";
import type { NamedSources } from "#worker/catalog/list-most-used.ts";
import type { AppError } from "#worker/errors.ts";

/** One request at the MCP door: the call of a tool, and the door's other facts about it. */
export type McpCall = AgentCall & {
  requestId: string;
  /** The tool that this request calls, if it calls one. */
  calledTool: string | null;
  /** Sources that the caller may search, for a list of tools; null for every other request. */
  sources: NamedSources | null;
  /** Whether the program asked for typed results, by `?structured=1`. */
  isStructured: boolean;
  /** Whether the program asked for evidence receipts, by `?evidence=1`. */
  isEvidenced: boolean;
  /** Names of the tools that are offered; null for all. By `?tools=`. */
  toolset: ReadonlySet<string> | null;
  /** Reason why no tool runs now, as when calls come faster than the plan allows. */
  refusal?: AppError | null;
};
