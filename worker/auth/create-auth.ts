import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError } from "better-auth/api";
import { bearer, genericOAuth } from "better-auth/plugins";
import { accounts, sessions, users, verifications } from "#schema/index.ts";
import type { Ctx } from "#worker/context.ts";
import { newId } from "#worker/platform/ids.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";
import { providerConfigs } from "./providers.ts";
import { findUserById } from "./repo.ts";

const DAY_SECONDS = 24 * 60 * 60;

export type AuthCtx = Pick<Ctx, "db" | "services" | "log" | "now" | "caller" | "newId">;

/** Options of the library. `hasProviders` loads the configuration of GitHub and Google, for the requests of a sign-in there alone. */
export type AuthOptions = { origin: string; hasProviders?: boolean };

const ID_PREFIXES: Record<string, string> = {
  user: "usr",
  session: "ses",
  account: "acc",
  verification: "ver",
};

/**
 * Better-auth over our tables, for one request: an instance that lives longer would hold on to the I/O of the request that made it. The
 * library keeps passwords, sessions and the sign-in at providers; mails, limits and keys are ours. Only the verbs of this folder call this
 * function.
 */
export function createAuth(ctx: AuthCtx, { origin, hasProviders = false }: AuthOptions) {
  const { config } = ctx.services;
  return betterAuth({
    appName: "Docenda",
    baseURL: origin,
    basePath: "/api/auth",
    secret: config.authSecret,
    trustedOrigins: [origin],
    telemetry: { enabled: false },
    // Messages of the library may name addresses; the facts of a failure are in the answer, which we log by its code.
    logger: {
      log: (level, message) => (level === "error" ? ctx.log.warn("sign-in", { message }) : undefined),
    },
    // Exact limits are counted in objects of their own; the library's would be per isolate.
    rateLimit: { enabled: false },
    database: drizzleAdapter(ctx.db, {
      provider: "sqlite",
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
      transaction: false,
    }),
    advanced: {
      cookiePrefix: "docenda",
      useSecureCookies: origin.startsWith("https:"),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { ipAddressHeaders: ["cf-connecting-ip"] },
      database: { generateId: ({ model }) => newId(ID_PREFIXES[model] ?? model) },
    },
    user: { fields: { name: "displayName", image: "photoUrl" } },
    session: {
      expiresIn: 30 * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      // A revoked session ends at its next request, which a copy of it in a cookie would prevent.
      cookieCache: { enabled: false },
    },
    verification: { storeIdentifier: "hashed" },
    account: {
      // Whoever controls a mailbox at one provider does not get the account made with another.
      accountLinking: { enabled: true, disableImplicitLinking: true, allowDifferentEmails: true },
      // Work with a provider's token is done at once; no token is kept.
      updateAccountOnSignIn: false,
    },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: 1,
      maxPasswordLength: 1024,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    databaseHooks: {
      account: { create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) } },
      session: {
        create: {
          before: async ({ userId }) => {
            const user = await findUserById(ctx.db, userId);
            if (user?.deletionStartedAt) throw new APIError("UNAUTHORIZED", { code: "ACCOUNT_DELETED" });
          },
        },
      },
    },
    // A token as stored in D1 is worth nothing without the signature that the cookie carries.
    plugins: [
      bearer({ requireSignature: true }),
      ...(hasProviders ? [genericOAuth({ config: providerConfigs(config) })] : []),
    ],
  });
}

const NO_TOKENS = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
};
