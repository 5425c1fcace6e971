import { fromJsonSchema } from "@modelcontextprotocol/server";
import type {
  CallToolResult,
  jsonSchemaValidator,
  JsonSchemaType,
  JsonSchemaValidatorResult,
  McpServer,
  ToolAnnotations,
} from "@modelcontextprotocol/server";
import { callTool } from "#worker/calls/call-tool.ts";
import type { AgentTool, SessionArguments } from "#worker/calls/agent-tool.ts";
import { signEvidence } from "#worker/evidence/sign-evidence.ts";
import type { McpCall } from "./call.ts";
import { listedSchema } from "./listed-schema.ts";
import { answerResult, errorResult } from "./tool-result.ts";

export type McpTool = {
  name: string;
  title: string;
  /** Description that a model needs before it chooses the tool; the rest is in the answer. */
  description: (call: Pick<McpCall, "sources">) => string;
  inputSchema: JsonSchemaType;
  /** Schema of the typed results that a program asks for; listed for such programs alone. */
  outputSchema?: JsonSchemaType;
  run: (call: McpCall, args: unknown) => Promise<CallToolResult>;
};

/** An agent's tool as MCP offers it. */
export function mcpTool<Input extends SessionArguments, Found extends { text: string }>(
  tool: AgentTool<Input, Found>,
): McpTool {
  return {
    name: tool.name,
    title: tool.title,
    description: ({ sources }) => tool.describe(sources),
    inputSchema: listedSchema(tool.input),
    outputSchema: tool.outputSchema,
    run: async (call, args) => {
      const answer = await callTool(call, tool, args);
      const evidence = call.isEvidenced ? await signEvidence(call.ctx, tool, args, answer) : null;
      return answerResult(call, tool, answer, evidence);
    },
  };
}

/** Annotations of both tools, which read and change nothing that a caller could see; the open world is the web's documentation. */
const ANNOTATIONS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};

/**
 * Claude Code lists the tools of MCP servers by name alone, and its model has to search for a tool before the model sees what the tool
 * does. This key has a tool listed whole from the start; other clients ignore the key.
 */
const LISTED_WHOLE = { "anthropic/alwaysLoad": true };

/** Offers a tool on a server. Anything that the tool throws becomes a result with `isError`. */
export function offerTool(server: McpServer, tool: McpTool, call: McpCall): void {
  server.registerTool(
    tool.name,
    {
      title: tool.title,
      description: tool.description(call),
      inputSchema: fromJsonSchema(tool.inputSchema, LISTED_ONLY),
      ...(call.isStructured &&
        tool.outputSchema && { outputSchema: fromJsonSchema(tool.outputSchema, LISTED_ONLY) }),
      annotations: { title: tool.title, ...ANNOTATIONS },
      _meta: LISTED_WHOLE,
    },
    async (args: unknown) => {
      try {
        if (call.refusal) throw call.refusal;
        return await tool.run(call, args);
      } catch (error) {
        return errorResult(call, tool.name, error);
      }
    },
  );
}

/** A validator that accepts all arguments: listed schemas are for the model, and `readToolInput` forgives more and explains better. */
const LISTED_ONLY: jsonSchemaValidator = {
  getValidator:
    <T>() =>
    (input: unknown): JsonSchemaValidatorResult<T> => ({
      valid: true,
      data: input as T,
      errorMessage: undefined,
    }),
};
