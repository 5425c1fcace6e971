import { Hono } from "hono";
import type { Context } from "hono";
import * as z from "zod";
import type { AppEnv, AuthenticatedEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { validated } from "#worker/http/validate.ts";
import { ask, askInput } from "./ask.ts";
import {
  deleteConversation,
  exportConversations,
  followTurn,
  getConversation,
  listConversations,
  stopTurn,
} from "./conversation-verbs.ts";
import { askDemo, askDemoInput, followDemo, getDemo, stopDemo } from "./demo.ts";
import { getModule } from "./get-module.ts";
import { describeModel, removeChatModel, setChatModel, setChatModelInput } from "./model-settings.ts";
import { getShared, shareConversation, unshareConversation } from "./share.ts";

/** Query with the number of the first wanted event. */
const eventsQuery = z.object({ after: z.coerce.number().int().min(0).max(10_000).default(0) });

/** Routes of a person's chat, mounted at `/api/chat`. */
export const chatRoutes = new Hono<AuthenticatedEnv>()
  .get("/conversations", async (c) => c.json({ conversations: await listConversations(c.var.ctx) }))
  .get("/conversations/:id", async (c) =>
    c.json(await getConversation(c.var.ctx, { conversationId: c.req.param("id") })),
  )
  .delete("/conversations/:id", async (c) => {
    await deleteConversation(c.var.ctx, { conversationId: c.req.param("id") });
    return c.json({ deleted: true });
  })
  .post("/conversations/:id/share", async (c) =>
    c.json(await shareConversation(c.var.ctx, { conversationId: c.req.param("id") })),
  )
  .delete("/conversations/:id/share", async (c) => {
    await unshareConversation(c.var.ctx, { conversationId: c.req.param("id") });
    return c.json({ shared: false });
  })
  .post("/turns", validated("json", askInput), async (c) =>
    c.json(await ask(c.var.ctx, c.req.valid("json")), 202),
  )
  .get("/turns/:turnId/events", validated("query", eventsQuery), async (c) =>
    eventStream(c, await followTurn(c.var.ctx, { turnId: c.req.param("turnId"), ...c.req.valid("query") })),
  )
  .post("/turns/:turnId/stop", async (c) => {
    await stopTurn(c.var.ctx, { turnId: c.req.param("turnId") });
    return c.json({ stopped: true });
  })
  .get("/modules/:id", async (c) => c.json(await getModule(c.var.ctx, { moduleId: c.req.param("id") })))
  .get("/model", async (c) => c.json(await describeModel(c.var.ctx)))
  .put("/model", validated("json", setChatModelInput), async (c) =>
    c.json(await setChatModel(c.var.ctx, c.req.valid("json"))),
  )
  .delete("/model", async (c) => c.json(await removeChatModel(c.var.ctx)))
  .get("/export", async (c) => {
    const day = c.var.ctx.now().toISOString().slice(0, 10);
    c.header("Content-Type", "application/x-ndjson; charset=utf-8");
    c.header("Content-Disposition", `attachment; filename="docenda-chat-${day}.jsonl"`);
    return c.body(await exportConversations(c.var.ctx));
  });

/** Routes without an account, mounted at `/api`. */
export const publicChatRoutes = new Hono<AppEnv>()
  .get("/shared-chats/:token", async (c) =>
    c.json(await getShared(requestContext(c), { token: c.req.param("token") })),
  )
  .get("/demo", async (c) => c.json(await getDemo(requestContext(c))))
  .post("/demo/turns", validated("json", askDemoInput), async (c) =>
    c.json(await askDemo(requestContext(c), c.req.valid("json")), 202),
  )
  .get("/demo/turns/:turnId/events", validated("query", eventsQuery), async (c) =>
    eventStream(
      c,
      await followDemo(requestContext(c), { turnId: c.req.param("turnId"), ...c.req.valid("query") }),
    ),
  )
  .post("/demo/turns/:turnId/stop", async (c) => {
    await stopDemo(requestContext(c), { turnId: c.req.param("turnId") });
    return c.json({ stopped: true });
  });

function eventStream(
  c: Context<AppEnv> | Context<AuthenticatedEnv>,
  events: ReadableStream<Uint8Array>,
): Response {
  return (c as Context<AppEnv>).body(events, 200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    // Without this header, a proxy that gathers would show the answer all at once.
    "X-Accel-Buffering": "no",
  });
}
