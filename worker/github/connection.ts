import { actingUserId } from "#worker/context.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import type { GitHubConfig } from "#worker/platform/config.ts";
import { seal, unseal } from "#worker/platform/seal.ts";
import { createGithubClient } from "./client.ts";
import type { GithubClient } from "./client.ts";
import { GithubError } from "./github-error.ts";
import { findConnection } from "./repo.ts";
import type { ConnectionRow } from "./repo.ts";

type ConnectionCtx = Pick<Ctx, "db" | "services">;

/** Configuration of GitHub; throws unimplemented where GitHub is not configured. */
export function githubConfig({ services }: Pick<Ctx, "services">): GitHubConfig {
  const { github } = services.config;
  if (github) return github;
  throw new AppError("unimplemented", "GitHub is not configured on this server.", {
    data: { reason: "not-configured" },
  });
}

/** A user's connection with its client and token; null without one. */
export async function findGithub(
  ctx: ConnectionCtx,
  userId: string,
): Promise<{ client: GithubClient; connection: ConnectionRow; token: string } | null> {
  const config = githubConfig(ctx);
  const connection = await findConnection(ctx.db, userId);
  if (!connection) return null;
  const token = await unseal(ctx.services.config.sealKeys, sealedFor(userId), connection.sealedToken);
  return { client: createGithubClient(config, token), connection, token };
}

/** GitHub as the acting user sees it; throws not-found with the reason `not-connected` for a user without a connection. */
export async function actorsGithub(ctx: ConnectionCtx & Pick<Ctx, "actor">) {
  const userId = actingUserId(ctx.actor);
  const found = userId === null ? null : await findGithub(ctx, userId);
  if (found && userId) return { ...found, userId };
  throw new AppError("not-found", "GitHub is not connected. Connect it first.", {
    data: { reason: "not-connected" },
  });
}

export async function sealToken(
  { services }: Pick<Ctx, "services">,
  userId: string,
  token: string,
): Promise<string> {
  return await seal(services.config.sealKeys, sealedFor(userId), token);
}

/** Does something at GitHub for a caller, and puts failures into our own words. */
export async function askGithub<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof GithubError) throw githubAppError(error);
    throw error;
  }
}

function githubAppError(cause: GithubError): AppError {
  switch (cause.kind) {
    case "unauthorized":
      return new AppError(
        "permission-denied",
        "GitHub no longer accepts the connection. Connect GitHub again.",
        {
          data: { reason: "reconnect" },
          cause,
        },
      );
    case "not-found":
      return new AppError(
        "not-found",
        "GitHub does not show this repository or branch to you. Check its name and your access to it.",
        { cause },
      );
    case "rate-limited":
      return new AppError("resource-exhausted", "GitHub asks to wait before it is asked again.", {
        data: { retryAfterSeconds: Math.ceil(cause.retryAfterMs / 1000) },
        cause,
      });
    case "too-large":
    case "unavailable":
      return new AppError("unavailable", "GitHub does not answer. Try again in a minute.", { cause });
    default:
      return cause.kind satisfies never;
  }
}

function sealedFor(userId: string): string {
  return `github-token:${userId}`;
}
