import { INPUT_LIMITS } from "#schema/input-limits.ts";
import type { StoppableMail } from "#schema/values.ts";
import { Hono } from "hono";
import * as z from "zod";
import { AppError } from "#worker/errors.ts";
import type { AppEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { validated } from "#worker/http/validate.ts";
import { findLocalMail, listLocalMail } from "#worker/platform/local-mail.ts";
import { MAIL_BOX_CSP, mailListPage, mailPage } from "./mail-box-page.ts";
import { addressOfStopToken } from "./stop-link.ts";
import { stopMail } from "./stop-mail.ts";
import { STOP_MAIL_CSP, stopMailPage } from "./stop-mail-page.ts";

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

/**
 * The link of a mail that ends mails of its kind, mounted at `/stop-<kind>`; it needs no account and no cookie. Mail boxes open links by
 * themselves, so that only a POST, of the page's button or of the mail box's own (RFC 8058), changes something.
 */
export const stopMailRoutes = (kind: StoppableMail) =>
  new Hono<AppEnv>()
    .use(async (c, next) => {
      await next();
      c.header("Content-Security-Policy", STOP_MAIL_CSP);
      c.header("Referrer-Policy", "no-referrer");
    })
    .get("/:token", async (c) => {
      const isKnown = (await addressOfStopToken(requestContext(c), kind, c.req.param("token"))) !== null;
      return c.html(stopMailPage(kind, isKnown ? "asks" : "unknown"), isKnown ? 200 : 404);
    })
    .post("/:token", async (c) => {
      const isKnown = await stopMail(requestContext(c), kind, c.req.param("token"));
      return c.html(stopMailPage(kind, isKnown ? "stopped" : "unknown"), isKnown ? 200 : 404);
    });
