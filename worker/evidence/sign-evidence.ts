import { evidenceHash, writeReceipt } from "#schema/evidence.ts";
import type { AgentTool, Answer, SessionArguments } from "#worker/calls/agent-tool.ts";
import { readToolInput } from "#worker/calls/read-tool-input.ts";
import type { Ctx } from "#worker/context.ts";
import { randomBase62 } from "#worker/platform/ids.ts";
import { newestKey } from "./evidence-keys.ts";

/** Length of a receipt's id: 131 bits can't be guessed. */
const ID_CHARACTERS = 22;

/**
 * An evidence receipt of an answer: the hashes of its passages and of its question, signed. Nothing is stored. Every call gives another
 * receipt, also of the same answer.
 */
export async function signEvidence<Input extends SessionArguments, Found extends { text: string }>(
  { services, now, caller }: Pick<Ctx, "services" | "now" | "caller">,
  tool: AgentTool<Input, Found>,
  args: unknown,
  answer: Answer<Found>,
): Promise<string> {
  const { publicOrigin, sealKeys } = services.config;
  const { confidence, passages } = tool.evidence(answer);
  const { kid, privateKey } = await newestKey(sealKeys);
  const body = {
    jti: randomBase62(ID_CHARACTERS),
    iss: publicOrigin ?? caller.origin ?? "",
    iat: Math.floor(now().getTime() / 1000),
    tool: tool.name,
    questionHash: await evidenceHash(tool.summarize(readToolInput(tool, args))),
    confidence,
    passages: await Promise.all(
      passages.map(async ({ text, ...facts }) => ({ ...facts, textHash: await evidenceHash(text) })),
    ),
  };
  return writeReceipt({ kid }, body, (bytes) => crypto.subtle.sign("Ed25519", privateKey, bytes));
}
