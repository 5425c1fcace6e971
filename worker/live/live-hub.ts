import { DurableObject } from "cloudflare:workers";
import type { LiveTopic } from "#schema/values.ts";

/** One per user and one per team: tells the open consoles of its owner what has changed. */
export class LiveHub extends DurableObject<Env> {
  /** Tells every open socket that these topics changed. Messages name topics and carry no data. */
  async publish(_topics: LiveTopic[]): Promise<void> {}
}
