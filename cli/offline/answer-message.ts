import { CliError } from "../cli-error.ts";
import { VERSION } from "../server/ask-server.ts";
import { SUBSCRIPTION, VERSION_FIELD } from "../server/serve-stdio.ts";
import type { AnswerMessage, Message } from "../server/serve-stdio.ts";
import type { OpenPack } from "./open-pack.ts";

const METHOD_NOT_FOUND = -32601;
/** Protocol versions, the newest first: a client that asks for none of them gets the newest. */
const LEGACY_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
const MODERN_VERSIONS = ["2026-07-28"];
/** Cache time of a list: long, because a pack never changes. */
const LIST_CACHE = { ttlMs: 86_400_000, cacheScope: "private" };

const CAPABILITIES = { tools: { listChanged: false } };
const SERVER_INFO = { name: "docenda", title: "Docenda (offline)", version: VERSION };

/** Answers MCP from a pack, in both eras of the protocol: the tools alone, since the prompts and resources are of the server. */
export function answerFrom(pack: OpenPack): AnswerMessage {
  return async ({ message }, signal, write) => {
    // A notification wants no answer, and nothing ever changes that a client could listen for.
    if (message.id === undefined) return;
    if (message.method === SUBSCRIPTION) return untilAborted(signal);
    const result = await resultOf(pack, message);
    const error = { code: METHOD_NOT_FOUND, message: "A pack has tools, and nothing else." };
    write({
      jsonrpc: "2.0",
      id: message.id,
      ...(result === null ? { error } : { result: stamped(message, result) }),
    });
  };
}

async function resultOf(pack: OpenPack, { method, params }: Message): Promise<object | null> {
  const { instructions } = pack;
  switch (method) {
    case "initialize": {
      const wanted = String(params?.protocolVersion);
      const protocolVersion = LEGACY_VERSIONS.includes(wanted) ? wanted : LEGACY_VERSIONS[0];
      return { protocolVersion, capabilities: CAPABILITIES, serverInfo: SERVER_INFO, instructions };
    }
    case "server/discover":
      return { supportedVersions: MODERN_VERSIONS, capabilities: CAPABILITIES, instructions, ...LIST_CACHE };
    case "ping":
      return {};
    case "tools/list":
      return { tools: pack.tools, ...LIST_CACHE };
    case "tools/call":
      return callTool(pack, params);
    default:
      return null;
  }
}

async function callTool(pack: OpenPack, params: Message["params"]): Promise<object> {
  try {
    const args = (params?.arguments ?? {}) as Record<string, unknown>;
    const { text } = await pack.callTool(String(params?.name), args);
    return { content: [{ type: "text", text }] };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { content: [{ type: "text", text: `Error (${error.code}): ${error.message}` }], isError: true };
  }
}

/** A result with the fields that every result of 2026-07-28 has besides. */
function stamped({ params }: Message, result: object): object {
  if (params?._meta?.[VERSION_FIELD] === undefined) return result;
  return { resultType: "complete", ...result, _meta: { "io.modelcontextprotocol/serverInfo": SERVER_INFO } };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((settle) => {
    if (signal.aborted) settle();
    else signal.addEventListener("abort", () => settle());
  });
}
