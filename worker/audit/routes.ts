import { Hono } from "hono";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { validated } from "#worker/http/validate.ts";
import { listAuditEvents, listAuditEventsInput } from "./list-audit-events.ts";

/** Routes of audit events, mounted at `/api/audit-events`. */
export const auditRoutes = new Hono<AuthenticatedEnv>().get(
  "/",
  validated("query", listAuditEventsInput),
  async (c) => c.json(await listAuditEvents(c.var.ctx, c.req.valid("query"))),
);
