import { Hono } from "hono";
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { AppError } from "#worker/errors.ts";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { validated } from "#worker/http/validate.ts";
import {
  listPins,
  MAX_LOCKFILE_BYTES,
  pinVersions,
  pinVersionsInput,
  removePins,
} from "#worker/version-pins/pin-versions.ts";
import { indexPackage } from "./index-package.ts";
import { packageRefInput } from "./package-ref.ts";

/** Whether a request brings a lockfile, which may be larger than other bodies. */
export function isLockfile(c: Context): boolean {
  const { method, path } = c.req;
  return (
    (method === "PUT" && path === "/api/version-pins") ||
    (method === "POST" && path === "/api/v1/agents-index")
  );
}

export const lockfileLimit = bodyLimit({
  maxSize: MAX_LOCKFILE_BYTES,
  onError: () => {
    throw new AppError("invalid-argument", "This lockfile is larger than 8 MiB.", {
      data: { maxBytes: MAX_LOCKFILE_BYTES },
    });
  },
});

/** Routes of packages and of the package versions that a project uses; mounted under `/api`. */
export const packageRoutes = new Hono<AuthenticatedEnv>()
  .post("/packages", validated("json", packageRefInput), async (c) =>
    c.json(await indexPackage(c.var.ctx, c.req.valid("json"))),
  )
  .get("/version-pins", async (c) => c.json({ pins: await listPins(c.var.ctx) }))
  .put("/version-pins", lockfileLimit, validated("json", pinVersionsInput), async (c) =>
    c.json(await pinVersions(c.var.ctx, c.req.valid("json"))),
  )
  .delete("/version-pins", async (c) => c.json(await removePins(c.var.ctx)));
