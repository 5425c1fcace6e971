import { Hono } from "hono";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { validated } from "#worker/http/validate.ts";
import { listPins, pinVersions, pinVersionsInput, removePins } from "#worker/version-pins/pin-versions.ts";
import { indexPackage } from "./index-package.ts";
import { packageRefInput } from "./package-ref.ts";

/** Packages and the versions of them that a project uses; mounted under `/api`. */
export const packageRoutes = new Hono<AuthenticatedEnv>()
  .post("/packages", validated("json", packageRefInput), async (c) =>
    c.json(await indexPackage(c.var.ctx, c.req.valid("json"))),
  )
  .get("/version-pins", async (c) => c.json({ pins: await listPins(c.var.ctx) }))
  .put("/version-pins", validated("json", pinVersionsInput), async (c) =>
    c.json(await pinVersions(c.var.ctx, c.req.valid("json"))),
  )
  .delete("/version-pins", async (c) => c.json(await removePins(c.var.ctx)));
