import { userOwner } from "#worker/owner.ts";
import * as z from "zod";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { getActingUser } from "./get-acting-user.ts";
import { consentRow } from "./marketing-consent.ts";
import { insertChangedConsent } from "./repo.ts";

export const updateMarketingConsentInput = z.object({ marketingConsent: z.boolean() });
export type UpdateMarketingConsent = z.infer<typeof updateMarketingConsentInput>;

/** Gives or takes back the acting user's marketing consent. Every change is kept; the same answer again is no change. */
export async function updateMarketingConsent(
  ctx: Ctx,
  { marketingConsent }: UpdateMarketingConsent,
): Promise<{ marketingConsent: boolean }> {
  const { id: userId } = await getActingUser(ctx);
  const provenance = "changed" as const;
  const consent = { id: ctx.newId("con"), userId, marketingConsent, provenance };
  if (await insertChangedConsent(ctx.db, consentRow(ctx, consent))) {
    const owner = userOwner(userId);
    await recordEvent(ctx, owner, { type: "consent.changed", details: { marketingConsent, provenance } });
    publishChange(ctx, owner, "profile");
  }
  return { marketingConsent };
}
