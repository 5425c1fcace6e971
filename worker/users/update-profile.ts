import { userOwner } from "#worker/owner.ts";
import * as z from "zod";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { getActingUser } from "./get-acting-user.ts";
import { updateDisplayName } from "./repo.ts";

export const updateProfileInput = z.object({
  /** New name; null or empty takes the name away. */
  displayName: z
    .string()
    .trim()
    .max(100)
    .transform((name) => name || null)
    .nullable(),
});
export type UpdateProfile = z.infer<typeof updateProfileInput>;

/** Changes the acting user's name. The same name again changes nothing. */
export async function updateProfile(ctx: Ctx, { displayName }: UpdateProfile): Promise<void> {
  const { id } = await getActingUser(ctx);
  if (await updateDisplayName(ctx.db, id, displayName, ctx.now())) {
    const owner = userOwner(id);
    await recordEvent(ctx, owner, { type: "profile.changed", details: { fields: ["displayName"] } });
    publishChange(ctx, owner, "profile");
  }
}
