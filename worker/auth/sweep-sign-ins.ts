import type { Ctx } from "#worker/context.ts";
import { removeExpired } from "./repo.ts";

/** A code is kept so long after it expired, so that a second click on its link can be told from a wrong link. */
const CODES_KEPT_MS = 24 * 60 * 60_000;

/** Removes what of sign-ins is over; the clock calls it. Nothing of it would be accepted any more. */
export async function sweepSignIns({ db, now }: Pick<Ctx, "db" | "now">): Promise<void> {
  const at = now();
  await removeExpired(db, at, new Date(at.getTime() - CODES_KEPT_MS));
}
