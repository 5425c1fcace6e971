import type { Ctx, Owner } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { userOwner } from "#worker/owner.ts";

type EndingKey = { id: string; createdByUserId: string | null };

/**
 * Tells those who may pay for a key that it reserves nothing from a moment on, so that not even a request that was let in just before
 * begins anything. A second call changes nothing.
 * @throws AppError unavailable when a balance can't be reached: the key is refused at the door already, and trying again helps.
 */
export async function refuseKey(
  ctx: Pick<Ctx, "services">,
  owner: Owner,
  { id, createdByUserId }: EndingKey,
  from: Date,
): Promise<void> {
  const payers: Owner[] = [owner];
  // Without a seat of the team, the key's maker pays for it.
  if (owner.kind === "team" && createdByUserId !== null) payers.push(userOwner(createdByUserId));
  try {
    await Promise.all(payers.map((payer) => ctx.services.creditCounter(payer).refuseKey(id, from.getTime())));
  } catch (cause) {
    throw new AppError(
      "unavailable",
      "The key is revoked for new requests, but some that are running may still finish. Revoke it again to stop those as well.",
      { cause },
    );
  }
}
