import { Hono } from "hono";
import { cors } from "hono/cors";
import { AppError } from "#worker/errors.ts";
import type { AppEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { signMessage, thumbprint } from "#worker/platform/web-bot-auth/sign-message.ts";
import { crawlerKeys } from "#worker/platform/web-bot-auth/sign-request.ts";

const DIRECTORY_PATH = "/.well-known/http-message-signatures-directory";
const DIRECTORY_TYPE = "application/http-message-signatures-directory+json";
const MAX_AGE_S = 3600;

/** The public keys of the crawler, signed with each of them, so that nobody else can publish them as theirs. */
export const crawlerIdentityRoutes = new Hono<AppEnv>().get(DIRECTORY_PATH, cors(), async (c) => {
  const { services, now } = requestContext(c);
  const { publicOrigin, sealKeys } = services.config;
  if (publicOrigin === null) throw new AppError("not-found", "This copy doesn't sign its requests.");
  const keys = await crawlerKeys(sealKeys);
  const listed = await Promise.all(
    keys.map(async (key) => ({
      kty: "OKP",
      crv: "Ed25519",
      x: key.x,
      kid: await thumbprint(key),
      use: "sig",
    })),
  );
  const authority = [`"@authority";req`, new URL(publicOrigin).host] as const;
  const signatures = await Promise.all(
    keys.map((key, index) =>
      signMessage(key, [authority], {
        label: `sig${index + 1}`,
        now: now(),
        lifetimeS: MAX_AGE_S,
        tag: "http-message-signatures-directory",
      }),
    ),
  );
  c.set("cacheControl", `public, max-age=${MAX_AGE_S / 2}`);
  return c.body(JSON.stringify({ keys: listed }), 200, {
    "Content-Type": DIRECTORY_TYPE,
    Signature: signatures.map(({ signature }) => signature).join(", "),
    "Signature-Input": signatures.map((signed) => signed["signature-input"]).join(", "),
  });
});
