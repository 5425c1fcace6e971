import { httpCall } from "#worker/calls/agent-call.ts";
import { callTool } from "#worker/calls/call-tool.ts";
import { readDocumentation } from "#worker/calls/read-documentation.ts";
import type { ReadAnswer, ReadArguments } from "#worker/calls/read-documentation.ts";
import { searchDocumentation } from "#worker/calls/search-documentation.ts";
import type { SearchAnswer, SearchArguments } from "#worker/calls/search-documentation.ts";
import type { Ctx } from "#worker/context.ts";

/** A paid search as an agent makes it, with a session and a receipt. */
export function callSearch(ctx: Ctx, input: SearchArguments): Promise<SearchAnswer> {
  return callTool(httpCall(ctx), searchDocumentation, input);
}

/** A paid read as an agent makes it. */
export function callRead(ctx: Ctx, input: ReadArguments): Promise<ReadAnswer> {
  return callTool(httpCall(ctx), readDocumentation, input);
}
