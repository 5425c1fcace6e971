import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./app-env.ts";

/** Most bytes that are read for nothing; a client that sends more loses its connection. */
const MAX_DRAINED_BYTES = 1024 * 1024;

/**
 * Reads the rest of a request body that no route wanted, as after a refused key. A connection that is closed with unread bytes is reset,
 * and the client may see the reset in place of the answer.
 */
export const drainBody = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { body, bodyUsed } = c.req.raw;
  if (!body || bodyUsed || body.locked) return;
  let drained = 0;
  for await (const chunk of body) {
    drained += (chunk as Uint8Array).length;
    if (drained > MAX_DRAINED_BYTES) break;
  }
});
