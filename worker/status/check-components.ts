import { STATUS_COMPONENTS } from "#schema/api/status.ts";
import type { StatusComponentId } from "#schema/api/status.ts";
import { withDeadline } from "#worker/callables/with-deadline.ts";
import { PROBES } from "./probes.ts";
import type { StatusCtx } from "./probes.ts";
import { addChecks } from "./repo.ts";
import type { CheckOutcome } from "./repo.ts";

/** Time after which a check has failed, whatever it would have answered. */
const TIMEOUT_MS = 5_000;
/** Least time between two rounds; the clock strikes every five minutes. */
const MIN_GAP_MS = 60_000;

/** Checks every component and writes the results down; the clock calls it. A second call within a minute counts for nothing. */
export async function checkComponents(ctx: StatusCtx, { timeoutMs = TIMEOUT_MS } = {}): Promise<void> {
  const checks = await Promise.all(STATUS_COMPONENTS.map(({ id }) => check(ctx, id, timeoutMs)));
  await addChecks(ctx.db, checks, ctx.now(), { minGapMs: MIN_GAP_MS });
}

async function check(ctx: StatusCtx, component: StatusComponentId, timeoutMs: number): Promise<CheckOutcome> {
  const startedAt = performance.now();
  let isOk = true;
  try {
    await withDeadline(PROBES[component](ctx), timeoutMs);
  } catch (error) {
    isOk = false;
    ctx.log.error("status.check", error, { component });
  }
  return { component, isOk, ms: Math.round(performance.now() - startedAt) };
}
