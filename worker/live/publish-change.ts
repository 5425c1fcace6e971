import type { LiveTopic } from "#schema/values.ts";
import type { Ctx, Owner } from "#worker/context.ts";

/**
 * Tells the consoles of an owner that something of theirs has changed, after the answer. A console that is not told
 * reads again when it reconnects or is looked at, so a failure is only logged.
 */
export function publishChange(
  ctx: Pick<Ctx, "services" | "log" | "waitUntil">,
  owner: Owner,
  ...topics: LiveTopic[]
): void {
  ctx.waitUntil(
    ctx.services
      .liveHub(owner)
      .publish(topics)
      .catch((error: unknown) => ctx.log.error("change not published", error)),
  );
}
