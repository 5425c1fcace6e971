import { Hono } from "hono";
import type { MiddlewareHandler } from "hono";
import type { AppEnv, AuthenticatedEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { validated } from "#worker/http/validate.ts";
import { principalOf } from "#worker/owner.ts";
import { takeAttempt } from "#worker/rate-limits/take-attempt.ts";
import { cancelSubscription, resumeSubscription } from "./cancel-subscription.ts";
import { changePlan, changePlanInput, previewPlan, previewPlanInput } from "./change-plan.ts";
import { previewSeats, previewSeatsInput } from "./change-seats.ts";
import {
  createSubscription,
  createSubscriptionInput,
  createTeamSubscription,
  createTeamSubscriptionInput,
} from "./create-subscription.ts";
import { getBilling, refreshBilling } from "./get-billing.ts";
import { listInvoices } from "./list-invoices.ts";
import { openPortal } from "./open-portal.ts";
import { purchaseCredits, purchaseCreditsInput } from "./purchase-credits.ts";
import { receiveReconcileOrder } from "./receive-reconcile-order.ts";
import { receiveStripeEvent } from "./receive-stripe-event.ts";
import { setAutoTopUp, setAutoTopUpInput } from "./set-auto-top-up.ts";

/** Counts an owner's requests that reach Stripe, and refuses too many: Stripe's limit is for all owners together. */
const countAttempt: MiddlewareHandler<AuthenticatedEnv> = async (c, next) => {
  const { ctx } = c.var;
  if (c.req.method !== "GET") await takeAttempt(ctx, "billing/owner", principalOf(ctx.scope.owner));
  await next();
};

/** A person's own plan and credits; mounted at `/api/billing`. The calls of the specification answer `{success, …}` as a team's do. */
export const billingRoutes = new Hono<AuthenticatedEnv>()
  .use(countAttempt)
  .get("/", async (c) => c.json(await getBilling(c.var.ctx)))
  .post("/refresh", async (c) => c.json(await refreshBilling(c.var.ctx)))
  .get("/invoices", async (c) => c.json(await listInvoices(c.var.ctx)))
  .post("/create-subscription", validated("json", createSubscriptionInput), async (c) =>
    c.json({ success: true, ...(await createSubscription(c.var.ctx, c.req.valid("json"))) }),
  )
  .post("/purchase-credits", validated("json", purchaseCreditsInput), async (c) =>
    c.json({ success: true, ...(await purchaseCredits(c.var.ctx, c.req.valid("json"))) }),
  )
  .post("/portal", async (c) => c.json({ success: true, ...(await openPortal(c.var.ctx)) }))
  .post("/preview-plan", validated("json", previewPlanInput), async (c) =>
    c.json(await previewPlan(c.var.ctx, c.req.valid("json"))),
  )
  .post("/change-plan", validated("json", changePlanInput), async (c) =>
    c.json(await changePlan(c.var.ctx, c.req.valid("json"))),
  )
  .put("/auto-top-up", validated("json", setAutoTopUpInput), async (c) =>
    c.json(await setAutoTopUp(c.var.ctx, c.req.valid("json"))),
  )
  .post("/cancel", async (c) => {
    await cancelSubscription(c.var.ctx);
    return c.json(await getBilling(c.var.ctx));
  })
  .post("/resume", async (c) => {
    await resumeSubscription(c.var.ctx);
    return c.json(await getBilling(c.var.ctx));
  });

/** A team's billing; mounted at `/api/teams/:teamId`. Three calls are the specification's (section 7), with its answers. */
export const teamBillingRoutes = new Hono<AuthenticatedEnv>()
  .post("/create-subscription", countAttempt, validated("json", createTeamSubscriptionInput), async (c) =>
    c.json({ success: true, ...(await createTeamSubscription(c.var.ctx, c.req.valid("json"))) }),
  )
  .post("/purchase-credits", countAttempt, validated("json", purchaseCreditsInput), async (c) =>
    c.json({ success: true, ...(await purchaseCredits(c.var.ctx, c.req.valid("json"))) }),
  )
  .post("/portal", countAttempt, async (c) => c.json({ success: true, ...(await openPortal(c.var.ctx)) }))
  .get("/billing", async (c) => c.json(await getBilling(c.var.ctx)))
  .get("/billing/invoices", async (c) => c.json(await listInvoices(c.var.ctx)))
  .post("/billing/refresh", countAttempt, async (c) => c.json(await refreshBilling(c.var.ctx)))
  .post("/billing/preview-seats", countAttempt, validated("json", previewSeatsInput), async (c) =>
    c.json(await previewSeats(c.var.ctx, c.req.valid("json"))),
  )
  .put("/billing/auto-top-up", countAttempt, validated("json", setAutoTopUpInput), async (c) =>
    c.json(await setAutoTopUp(c.var.ctx, c.req.valid("json"))),
  )
  .post("/billing/cancel", countAttempt, async (c) => {
    await cancelSubscription(c.var.ctx);
    return c.json(await getBilling(c.var.ctx));
  })
  .post("/billing/resume", countAttempt, async (c) => {
    await resumeSubscription(c.var.ctx);
    return c.json(await getBilling(c.var.ctx));
  });

/** Webhooks of Stripe; mounted under `/webhooks`. The signature is over the raw body. */
export const stripeWebhookRoutes = new Hono<AppEnv>()
  .post("/stripe", async (c) => {
    const delivery = { body: await c.req.text(), signature: c.req.header("stripe-signature") ?? null };
    return c.json({ outcome: await receiveStripeEvent(requestContext(c), delivery) });
  })
  .post("/stripe/reconcile", async (c) => {
    const order = { body: await c.req.text(), signature: c.req.header("stripe-signature") ?? null };
    return c.json(await receiveReconcileOrder(requestContext(c), order));
  });
