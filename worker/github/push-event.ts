import * as z from "zod";
import { hmacHex } from "#worker/platform/digest.ts";

export type Push = { repositoryId: string; branch: string; commitSha: string };

const push = z.object({
  ref: z.string(),
  after: z.string().regex(/^[0-9a-f]{40,64}$/),
  repository: z.object({ id: z.number() }),
});

/** Whether a webhook comes from who knows the secret: `sha256=<HMAC of the body as it was sent>`, compared in constant time. */
export async function isSignedBy(secret: string, body: string, signature: string | null): Promise<boolean> {
  const expected = `sha256=${await hmacHex(secret, body)}`;
  if (signature?.length !== expected.length) return false;
  let difference = 0;
  for (let at = 0; at < expected.length; at += 1)
    difference |= expected.charCodeAt(at) ^ signature.charCodeAt(at);
  return difference === 0;
}

/** What a push did to a branch; null for tags, for a branch that was deleted, and for what is no push. */
export function readPush(body: string): Push | null {
  const { success, data } = push.safeParse(parseJson(body));
  const branch = data?.ref.startsWith("refs/heads/") ? data.ref.slice("refs/heads/".length) : null;
  if (!success || branch === null || /^0+$/.test(data.after)) return null;
  return { repositoryId: String(data.repository.id), branch, commitSha: data.after };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
