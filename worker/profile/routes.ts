import { Hono } from "hono";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { validated } from "#worker/http/validate.ts";
import { exportMyData } from "./export-my-data.ts";
import { getProfile } from "./get-profile.ts";
import { getMailSettings, mailSettingsInput, setMailSettings } from "./mail-settings.ts";
import { updateProfile, updateProfileInput } from "#worker/users/update-profile.ts";

/** Routes of the profile, mounted at `/api/profile`. */
export const profileRoutes = new Hono<AuthenticatedEnv>()
  .get("/", async (c) => c.json(await getProfile(c.var.ctx)))
  .patch("/", validated("json", updateProfileInput), async (c) => {
    await updateProfile(c.var.ctx, c.req.valid("json"));
    return c.json(await getProfile(c.var.ctx));
  })
  .get("/mail-settings", async (c) => c.json(await getMailSettings(c.var.ctx)))
  .put("/mail-settings", validated("json", mailSettingsInput), async (c) =>
    c.json(await setMailSettings(c.var.ctx, c.req.valid("json"))),
  )
  .get("/export", async (c) => {
    const day = c.var.ctx.now().toISOString().slice(0, 10);
    c.header("Content-Type", "application/json; charset=utf-8");
    c.header("Content-Disposition", `attachment; filename="docenda-${day}.json"`);
    return c.body(await exportMyData(c.var.ctx));
  });
