import { INPUT_LIMITS } from "#schema/input-limits.ts";
import { Hono } from "hono";
import type { Context } from "hono";
import * as z from "zod";
import { settingsProblem } from "#schema/api/query-rules.ts";
import { publicOrigin } from "#worker/http/request-origin.ts";
import { AppError } from "#worker/errors.ts";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { validated } from "#worker/http/validate.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { listenUrl } from "#worker/live/listener.ts";
import { liveReadInput, parseLiveQuery } from "./live-query.ts";
import { readLive } from "./read-live.ts";

const DEFAULT_POLL_SECONDS = 25;

const after = z
  .string()
  .max(INPUT_LIMITS.id)
  .regex(/^\d{1,15}$/, { error: "after: must be the sequence number of the last message." })
  .transform(Number)
  .optional();
const pollInput = z.object({
  after,
  timeoutSeconds: z.coerce
    .number({ error: "timeoutSeconds: must be a number of seconds." })
    .superRefine((seconds, issues) => {
      const problem = settingsProblem({ longPollSeconds: seconds });
      if (problem !== null) issues.addIssue(problem);
    })
    .default(DEFAULT_POLL_SECONDS),
});

/** Routes of changes, and of documents to read again; for people who are signed in. Mounted at `/api/live`. */
export const liveRoutes = new Hono<AuthenticatedEnv>()
  .get("/", validated("query", z.object({ after })), async (c) => {
    const sessionId = sessionOf(c);
    // A browser sends cookies with a socket that any page opens, and lets that page read the messages.
    if (c.req.header("origin") !== publicOrigin(c.var.ctx, c.req.url))
      throw new AppError("permission-denied", "Only pages of this site can open a live socket.", {
        data: { reason: "foreign-origin" },
      });
    if (c.req.header("upgrade")?.toLowerCase() !== "websocket")
      throw new AppError(
        "invalid-argument",
        "This address is for a WebSocket; without one, ask /api/live/poll.",
      );
    const hub = c.var.ctx.services.liveHub(c.var.ctx.scope.owner);
    const url = listenUrl({ sessionId, after: c.req.valid("query").after ?? null });
    const { webSocket } = await hub.fetch(url, { headers: { Upgrade: "websocket" } });
    return new Response(null, { status: 101, webSocket });
  })
  .get("/poll", validated("query", pollInput), async (c) => {
    const sessionId = sessionOf(c);
    const input = c.req.valid("query");
    const listener = { sessionId, after: input.after ?? null };
    const { services, scope } = c.var.ctx;
    return c.json(await services.liveHub(scope.owner).poll(listener, input.timeoutSeconds * 1000));
  })
  .get("/read", validated("query", liveReadInput), async (c) => {
    const body = JSON.stringify(await readLive(c.var.ctx, parseLiveQuery(c.req.valid("query"))));
    const etag = `"${(await sha256Hex(body)).slice(0, 32)}"`;
    c.header("ETag", etag);
    if (isKnown(c.req.header("if-none-match"), etag)) return c.body(null, 304);
    return c.body(body, 200, { "Content-Type": "application/json" });
  });

function sessionOf(c: Context<AuthenticatedEnv>): string {
  const { actor } = c.var.ctx;
  if (actor.kind !== "session")
    throw new AppError("permission-denied", "Live changes are for people who are signed in.");
  return actor.sessionId;
}

/** Whether a client's ETag is current: weak comparison with each of a list (RFC 9110, section 13.1.2). */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? "").split(",").some((known) => known.trim().replace(/^W\//, "") === etag);
}
