import type { LiveTopic } from "#schema/values.ts";
import type { Ctx, SourceOwner } from "#worker/context.ts";
import { createLog } from "#worker/platform/log.ts";
import type { Services } from "#worker/services.ts";

/**
 * Tells the consoles of an owner that something of theirs has changed, after the answer. A console that is not told
 * reads again when it reconnects or is looked at, so a failure is only logged.
 */
export function publishChange(
  ctx: Pick<Ctx, "services" | "waitUntil">,
  owner: SourceOwner,
  ...topics: LiveTopic[]
): void {
  ctx.waitUntil(announceChange(ctx.services, owner, ...topics));
}

/** Tells an owner's consoles of a change, for callers without an answer, such as a queue's. Never throws; public changes reach nobody. */
export async function announceChange(
  { liveHub }: Pick<Services, "liveHub">,
  owner: SourceOwner,
  ...topics: LiveTopic[]
): Promise<void> {
  if (owner.kind === "public") return;
  try {
    await liveHub(owner).publish(topics);
  } catch (error) {
    createLog().error("change not published", error, { topics });
  }
}
