import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { ROOT } from "../root.ts";
import { freePort } from "../server.ts";
import { startGithub } from "./github.ts";
import type { Github } from "./github.ts";
import { startGoogle } from "./google.ts";
import { syncCatalog } from "#worker/billing/catalog.ts";
import { createStripe } from "#worker/platform/stripe.ts";
import { startStripe } from "./stripe/start-stripe.ts";
import type { StripeStandIn } from "./stripe/start-stripe.ts";
import { PLAYED_MODELS, startModel } from "./model.ts";
import { startRegistries } from "./registries.ts";
import type { Registries } from "./registries.ts";
import type { Service } from "./service.ts";
import { STAND_IN_USERS } from "./users.ts";

export type StandIns = {
  github: Github;
  google: Service;
  registries: Registries;
  stripe: StripeStandIn;
  /** Address of the model that speaks OpenAI's protocol; set for the chat where `DOCENDA_CHAT_MODEL` is `stand-in`, else entered there. */
  modelUrl: string;
  /** Vars with which the worker finds the stand-ins, for `startServer({ env })`. */
  vars: Record<string, string>;
  close(): Promise<void>;
};

/**
 * Runs GitHub, Google, the package registries and Stripe for a worker that is served at `origin`, each on 127.0.0.1: GitHub at `port`, the
 * others at the next two, or at any free port for 0. A port that another program has is replaced by a free one. Their state is kept in
 * memory; people, their ids and, with a `stateDir`, their tokens are the same at every start.
 */
export async function startStandIns(options: {
  port: number;
  origin: string;
  /** State folder of the copy beside which the stand-ins run: tokens that GitHub handed out to it stay good. */
  stateDir?: string;
  /** Has the worker answer in the chat with the model that is played here. */
  isModelSet?: boolean;
}): Promise<StandIns> {
  const { port, origin, stateDir } = options;
  const client = (provider: "github" | "google") => ({
    id: `docenda-${provider}`,
    secret: randomBytes(24).toString("hex"),
    // The last address is where a repository's owner comes back to after "Connect GitHub".
    redirectUris: [
      `${origin}/api/auth/oauth2/callback/${provider}`,
      `${origin}/api/auth/callback/${provider}`,
      `${origin}/api/${provider}/callback`,
    ],
  });
  const [githubClient, googleClient] = [client("github"), client("google")];
  const users = STAND_IN_USERS;
  const github = await startGithub({
    port: await wantedPort(port),
    users,
    client: githubClient,
    tokensFile: stateDir && join(stateDir, "github-tokens.json"),
  });
  const google = await startGoogle({
    port: await wantedPort(port === 0 ? 0 : port + 1),
    users,
    client: googleClient,
  });
  const registries = await startRegistries({
    port: await wantedPort(port === 0 ? 0 : port + 2),
    installedIn: join(ROOT, "node_modules"),
  });
  const webhookSecret = `whsec_${randomBytes(24).toString("hex")}`;
  const stripe = await startStripe({
    port: await wantedPort(port === 0 ? 0 : port + 3),
    webhookUrl: `${origin}/webhooks/stripe`,
    webhookSecret,
    stateFile: stateDir && join(stateDir, "stripe.json"),
  });
  const model = await startModel(await wantedPort(port === 0 ? 0 : port + 4));
  await syncCatalog(
    createStripe({ secretKey: stripe.secretKey, apiUrl: stripe.url, webhookSecrets: [webhookSecret] }),
  );
  return {
    github,
    google,
    registries,
    stripe,
    modelUrl: model.url,
    vars: {
      ...(options.isModelSet && {
        CHAT_MODEL_URL: model.url,
        CHAT_MODEL: PLAYED_MODELS.extract,
      }),
      GITHUB_CLIENT_ID: githubClient.id,
      GITHUB_CLIENT_SECRET: githubClient.secret,
      GITHUB_WEB_URL: github.webUrl,
      GITHUB_API_URL: github.apiUrl,
      GITHUB_WEBHOOK_SECRET: randomBytes(24).toString("hex"),
      GOOGLE_CLIENT_ID: googleClient.id,
      GOOGLE_CLIENT_SECRET: googleClient.secret,
      GOOGLE_DISCOVERY_URL: `${google.url}/.well-known/openid-configuration`,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: stripe.url,
      NPM_REGISTRY_URL: registries.npmUrl,
      PYPI_URL: registries.pypiUrl,
    },
    close: async () => {
      await Promise.all([github.close(), google.close(), registries.close(), stripe.close(), model.close()]);
    },
  };
}

async function wantedPort(port: number): Promise<number> {
  return await freePort(port).catch(() => freePort(0));
}
