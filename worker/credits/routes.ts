import { Hono } from "hono";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { validated } from "#worker/http/validate.ts";
import { getCreditOverview } from "./get-credit-info.ts";
import { getSpending } from "./get-spending.ts";
import { listSavings } from "./list-savings.ts";
import { listUsageByKey } from "./list-usage-by-key.ts";
import { listUsageByMember } from "./list-usage-by-member.ts";
import { listTransactions, listTransactionsInput } from "./list-transactions.ts";

/** Routes of credits, mounted at `/api/credits`. */
export const creditRoutes = new Hono<AuthenticatedEnv>()
  .get("/", async (c) => c.json(await getCreditOverview(c.var.ctx)))
  .get("/by-key", async (c) => c.json({ keys: await listUsageByKey(c.var.ctx) }))
  .get("/by-member", async (c) => c.json({ members: await listUsageByMember(c.var.ctx) }))
  .get("/spending", async (c) => c.json(await getSpending(c.var.ctx)))
  .get("/savings", async (c) => c.json(await listSavings(c.var.ctx)))
  .get("/transactions", validated("query", listTransactionsInput), async (c) =>
    c.json({ transactions: await listTransactions(c.var.ctx, c.req.valid("query")) }),
  );
