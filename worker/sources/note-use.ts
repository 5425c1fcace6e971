import type { Ctx } from "#worker/context.ts";
import { updateLastUsed } from "./repo.ts";

const DAY_MS = 24 * 60 * 60_000;
const MAX_KNOWN = 5_000;

/** Sources whose use this isolate has written down today, so that most answers write nothing. */
const noted = new Map<string, number>();

/** Notes after the answer that it came from these sources; to a day. Used sources are refreshed more often. */
export function noteUse(
  ctx: Pick<Ctx, "db" | "now" | "waitUntil" | "log">,
  sourceIds: Iterable<string>,
): void {
  const now = ctx.now().getTime();
  const fresh = [...new Set(sourceIds)].filter((id) => now - (noted.get(id) ?? 0) >= DAY_MS);
  if (fresh.length === 0) return;
  if (noted.size > MAX_KNOWN) noted.clear();
  for (const id of fresh) noted.set(id, now);
  ctx.waitUntil(
    updateLastUsed(ctx.db, fresh, new Date(now), new Date(now - DAY_MS)).catch((error: unknown) => {
      ctx.log.error("refresh.use-not-noted", error);
    }),
  );
}
