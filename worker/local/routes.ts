import { INPUT_LIMITS } from "#schema/input-limits.ts";
import { Hono } from "hono";
import * as z from "zod";
import { AppError } from "#worker/errors.ts";
import type { AppEnv } from "#worker/http/app-env.ts";
import { validated } from "#worker/http/validate.ts";
import { getJobRun } from "#worker/sources/get-job-run.ts";
import { startIndexJobInput, startPublicIndexJob } from "#worker/sources/start-index-job.ts";
import { getUser } from "#worker/users/get-user.ts";
import { demoAccountInput, grantLocalCredits, makeDemoAccount } from "./demo-account.ts";
import { localCtx, mayUseLocalDoor, systemCtx } from "./local-door.ts";

const publicSourceInput = startIndexJobInput
  .omit({ displayName: true })
  .extend({ name: startIndexJobInput.shape.displayName.unwrap() });
const creditsInput = z.object({
  userId: z.string().max(INPUT_LIMITS.id),
  credits: z.number().int().positive(),
});

/** Routes under `/__local`, which `npm start`, evals and benchmarks use for setup. Without the machine's token nothing is found here. */
export const localRoutes = new Hono<AppEnv>()
  .use(async (c, next) => {
    if (!(await mayUseLocalDoor(c))) throw new AppError("not-found", "There is nothing at this address.");
    await next();
  })
  .post("/demo-account", validated("json", demoAccountInput), async (c) =>
    c.json(await makeDemoAccount(systemCtx(c), c.req.valid("json"))),
  )
  .post("/credits", validated("json", creditsInput), async (c) => {
    const { userId, credits } = c.req.valid("json");
    const user = await getUser(systemCtx(c), userId);
    return c.json(await grantLocalCredits(localCtx(c, user.id), { credits }));
  })
  .post("/public-sources", validated("json", publicSourceInput), async (c) => {
    const { name, ...input } = c.req.valid("json");
    return c.json(await startPublicIndexJob(systemCtx(c), { ...input, displayName: name }));
  })
  .get("/job-runs/:id", async (c) => c.json(await getJobRun(systemCtx(c), { runId: c.req.param("id") })));
