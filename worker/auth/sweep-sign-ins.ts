import type { Ctx } from "#worker/context.ts";
import { removeExpired } from "./repo.ts";

/** Time for which an expired code is kept, so that a second click on its link can be told from a wrong link. */
const CODES_KEPT_MS = 24 * 60 * 60_000;

/** Removes expired sessions, sign-ins and codes, which nothing would accept any more; the clock calls it. */
export async function sweepSignIns({ db, now }: Pick<Ctx, "db" | "now">): Promise<void> {
  const at = now();
  await removeExpired(db, at, new Date(at.getTime() - CODES_KEPT_MS));
}
