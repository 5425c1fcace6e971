import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import { safeContinuation } from "#schema/continuation.ts";
import { recordEvent } from "#worker/audit/record-event.ts";
import { actingUserId } from "#worker/context.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { seal, unseal } from "#worker/platform/seal.ts";
import { createGithubClient } from "./client.ts";
import { askGithub, findGithub, githubConfig, sealToken } from "./connection.ts";
import { authorizeUrl, exchangeCode, revokeToken } from "./oauth.ts";
import { forgetDocuments } from "./forget-documents.ts";
import { deleteAccessOf } from "./access-repo.ts";
import { checkDueAccess } from "./check-access.ts";
import { deleteConnection, listPrivateRepositoriesVia, putConnection } from "./repo.ts";
import { sourceAddressOf, userOwner } from "#worker/owner.ts";

export const CALLBACK_PATH = "/api/github/callback";
/** Page after a connection that named no page to return to. */
const DEFAULT_RETURN = "/resources";
const STATE_LIFETIME_MS = 10 * 60_000;
const STATE = "github-state";

export const initiateGitHubOAuthInput = z.object({
  /** A path of the web app to come back to. */
  returnTo: z.string().max(2000).optional(),
});

/** State that a connection carries through GitHub and back, sealed, so that nobody can forge or read the state on the way. */
const stateText = z.object({
  userId: z.string().max(INPUT_LIMITS.id),
  sessionId: z.string().max(INPUT_LIMITS.id),
  returnTo: z.string().max(INPUT_LIMITS.address),
  expiresAt: z.number(),
});

/** Address at GitHub where the user allows reading. Only a session can begin a connection, and only the same session can end it. */
export async function initiateGitHubOAuth(
  ctx: Pick<Ctx, "actor" | "caller" | "services" | "now">,
  input: z.infer<typeof initiateGitHubOAuthInput>,
): Promise<{ url: string }> {
  const config = githubConfig(ctx);
  const { actor } = ctx;
  if (actor.kind !== "session")
    throw new AppError("permission-denied", "GitHub is connected in the web app. Sign in there.");
  const origin = ownOrigin(ctx);
  const asked = input.returnTo ?? DEFAULT_RETURN;
  const state = await seal(
    ctx.services.config.sealKeys,
    STATE,
    JSON.stringify({
      userId: actor.userId,
      sessionId: actor.sessionId,
      returnTo: safeContinuation(asked, origin),
      expiresAt: ctx.now().getTime() + STATE_LIFETIME_MS,
    } satisfies z.infer<typeof stateText>),
  );
  return { url: authorizeUrl(config, { redirectUri: origin + CALLBACK_PATH, state }) };
}

/** Outcome of a connection, and the path to go on to. */
export type ConnectionEnd = { outcome: "connected" | "denied" | "failed"; returnTo: string };

/**
 * Takes the user who comes back from GitHub. The state must be of this very session and ten minutes old at most; any other state connects
 * nothing, since somebody may have been led here with a code of another person.
 */
export async function finishGitHubOAuth(
  ctx: Pick<Ctx, "actor" | "caller" | "services" | "db" | "now" | "newId" | "log">,
  query: { code?: string; state?: string },
): Promise<ConnectionEnd> {
  const config = githubConfig(ctx);
  const { actor } = ctx;
  const state = await readState(ctx, query.state ?? "");
  const isOurs =
    actor.kind === "session" && state?.userId === actor.userId && state.sessionId === actor.sessionId;
  if (!state || !isOurs || state.expiresAt < ctx.now().getTime())
    return { outcome: "failed", returnTo: DEFAULT_RETURN };
  const { returnTo } = state;
  if (!query.code) return { outcome: "denied", returnTo };
  const redirectUri = ownOrigin(ctx) + CALLBACK_PATH;
  const granted = await askGithub(exchangeCode(config, { code: query.code, redirectUri }));
  if (!granted) return { outcome: "failed", returnTo };
  const user = await askGithub(createGithubClient(config, granted.token).user());
  await forgetToken(ctx, actor.userId);
  const now = ctx.now();
  await putConnection(ctx.db, {
    userId: actor.userId,
    githubUserId: String(user.id),
    login: user.login,
    sealedToken: await sealToken(ctx, actor.userId, granted.token),
    scope: granted.scope,
    createdAt: now,
    updatedAt: now,
  });
  await checkDueAccess(ctx, { userId: actor.userId });
  const owner = userOwner(actor.userId);
  await recordEvent(ctx, owner, { type: "github.connected", details: { login: user.login } });
  return { outcome: "connected", returnTo };
}

/**
 * Revokes the caller's token at GitHub and deletes the token. Private repositories that were searchable through the token no longer are;
 * public ones stay. A second call does nothing.
 */
export async function disconnectGitHub(
  ctx: Pick<Ctx, "actor" | "caller" | "services" | "db" | "now" | "newId" | "log">,
): Promise<void> {
  const userId = actingUserId(ctx.actor);
  const login = userId === null ? null : await forgetToken(ctx, userId);
  if (userId === null || login === null) return;
  await deleteAccessOf(ctx.db, userId);
  await deleteConnection(ctx.db, userId);
  for (const { source } of await listPrivateRepositoriesVia(ctx.db, userId))
    await forgetDocuments(ctx, sourceAddressOf(source));
  await recordEvent(ctx, userOwner(userId), { type: "github.disconnected", details: { login } });
}

/** Revokes the token at GitHub, if possible; returns the login that the token was of, or null without a token. */
async function forgetToken(
  ctx: Pick<Ctx, "services" | "db" | "log">,
  userId: string,
): Promise<string | null> {
  if (!ctx.services.config.github) return null;
  const found = await findGithub(ctx, userId);
  if (!found) return null;
  await revokeToken(ctx.services.config.github, found.token).catch((error: unknown) =>
    ctx.log.error("github.revoke-failed", error, { userId }),
  );
  return found.connection.login;
}

async function readState({ services }: Pick<Ctx, "services">, state: string) {
  try {
    return stateText.parse(JSON.parse(await unseal(services.config.sealKeys, STATE, state)));
  } catch {
    // A forged, changed or cut state opens to nothing.
    return null;
  }
}

function ownOrigin({ services, caller }: Pick<Ctx, "services" | "caller">): string {
  const origin = services.config.publicOrigin ?? caller.origin;
  if (origin === null) throw new AppError("internal", "This server does not know its own address.");
  return origin;
}
