import { sha256Hex } from "#worker/platform/digest.ts";
import { randomBase62 } from "#worker/platform/ids.ts";

const DAY_MS = 86_400_000;
/** Days for which an invitation can be accepted with the link of its mail. */
export const INVITE_DAYS = 7;

/** A token of 256 bits, and its kept form. */
export async function newInviteToken(now: Date) {
  const token = randomBase62(43);
  return {
    token,
    inviteTokenHash: await hashOfToken(token),
    inviteExpiresAt: new Date(now.getTime() + INVITE_DAYS * DAY_MS),
  };
}

export async function hashOfToken(token: string): Promise<string> {
  return sha256Hex(`team invitation ${token}`);
}
