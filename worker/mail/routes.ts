import { INPUT_LIMITS } from "#schema/input-limits.ts";
import { Hono } from "hono";
import * as z from "zod";
import { AppError } from "#worker/errors.ts";
import type { AppEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { validated } from "#worker/http/validate.ts";
import { findLocalMail, listLocalMail } from "#worker/platform/local-mail.ts";
import { MAIL_BOX_CSP, mailListPage, mailPage } from "./mail-box-page.ts";

const LISTED = 200;
/** Mails in an answer with `format=json`, which come whole. */
const LISTED_WHOLE = 20;

const listInput = z.object({
  to: z.string().max(INPUT_LIMITS.mailAddress).trim().optional(),
  format: z.enum(["html", "json"]).optional(),
});

/** The mail box of this machine, mounted at `/__mail`; in production there is nothing here. */
export const mailBoxRoutes = new Hono<AppEnv>()
  .use(async (c, next) => {
    if (requestContext(c).services.config.environment === "production")
      throw new AppError("not-found", "There is nothing at this address.");
    await next();
    c.header("Content-Security-Policy", MAIL_BOX_CSP);
  })
  .get("/", validated("query", listInput), async (c) => {
    const { files } = requestContext(c).services;
    const { format } = c.req.valid("query");
    const to = c.req.valid("query").to || undefined;
    if (format !== "json") return c.html(mailListPage(await listLocalMail(files, { to, limit: LISTED }), to));
    const listed = await listLocalMail(files, { to, limit: LISTED_WHOLE });
    const mails = await Promise.all(listed.map(({ name }) => findLocalMail(files, name)));
    return c.json({ mails: mails.filter((mail) => mail !== null) });
  })
  .get("/:name", async (c) => {
    const mail = await findLocalMail(requestContext(c).services.files, c.req.param("name"));
    if (!mail) throw new AppError("not-found", "This email doesn't exist.");
    return c.html(mailPage(mail));
  });
