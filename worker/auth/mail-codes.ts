import type { MailCodePurpose } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { randomBase62 } from "#worker/platform/ids.ts";
import { findMailCode, insertMailCode, spendMailCode } from "./repo.ts";
import type { MailCodeRow, SignInUser } from "./repo.ts";

/** Characters of a code: 256 bits. */
const CODE_LENGTH = 43;
const MINUTE_MS = 60_000;
const VALID_MS: Record<MailCodePurpose, number> = {
  verifyEmail: 60 * MINUTE_MS,
  resetPassword: 30 * MINUTE_MS,
};

/**
 * A link to `/auth/action` with a new code for a user's present address. The code itself is in the link alone. Opening the
 * link spends nothing, since mail scanners open links: the page posts the code.
 */
export async function makeMailLink(
  ctx: Pick<Ctx, "db" | "now">,
  { purpose, user, origin, continueUrl }: MailLinkInput,
): Promise<string> {
  const code = randomBase62(CODE_LENGTH);
  const now = ctx.now();
  await insertMailCode(ctx.db, {
    codeHash: await sha256Hex(code),
    purpose,
    userId: user.id,
    email: user.email,
    createdAt: now,
    expiresAt: new Date(now.getTime() + VALID_MS[purpose]),
  });
  const link = new URL("/auth/action", origin);
  link.searchParams.set("mode", purpose);
  link.searchParams.set("oobCode", code);
  if (continueUrl !== undefined) link.searchParams.set("continueUrl", continueUrl);
  return link.href;
}

export type MailLinkInput = {
  purpose: MailCodePurpose;
  user: Pick<SignInUser, "id" | "email">;
  origin: string;
  continueUrl?: string;
};

/** The code's row, spent or not, without spending it; null for a code that never was, or that expired unused. */
export async function readMailCode(
  ctx: Pick<Ctx, "db" | "now">,
  purpose: MailCodePurpose,
  code: string,
): Promise<MailCodeRow | null> {
  const row = await findMailCode(ctx.db, await sha256Hex(code), purpose);
  return row && (row.usedAt || row.expiresAt > ctx.now()) ? row : null;
}

/** The code's row when this call has spent it; null when the code is unknown, expired or was spent before. */
export async function takeMailCode(
  ctx: Pick<Ctx, "db" | "now">,
  purpose: MailCodePurpose,
  code: string,
): Promise<MailCodeRow | null> {
  return spendMailCode(ctx.db, await sha256Hex(code), purpose, ctx.now());
}
