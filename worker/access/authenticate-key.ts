import { verifyApiKey } from "#worker/api-keys/verify-api-key.ts";
import type { VerifyOptions } from "#worker/api-keys/verify-api-key.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import type { AppContext } from "#worker/http/app-env.ts";
import { findApiKey } from "./credentials.ts";
import { requestContext } from "#worker/http/request-context.ts";

/** The Ctx of the request's API key, which acts for its team or else for its user; unauthenticated without a valid key. */
export async function authenticate(c: AppContext, options?: VerifyOptions): Promise<Ctx> {
  const key = findApiKey({ path: c.req.path, headers: c.req.raw.headers, queryKeys: c.var.queryKeys });
  if (key === null)
    throw new AppError(
      "unauthenticated",
      "An API key is needed. Send it in the header `Authorization: Bearer <key>`.",
    );
  const request = requestContext(c);
  const verdict = await verifyApiKey(request, key, options);
  switch (verdict.kind) {
    case "valid": {
      const { userId, teamId, apiKeyId, apiKeyName, lastClient, firstReads } = verdict;
      return {
        ...request,
        firstReads,
        actor: { kind: "api-key", userId, apiKeyId, apiKeyName, lastClient },
        scope: { owner: teamId === null ? { kind: "user", id: userId } : { kind: "team", id: teamId } },
      };
    }
    case "malformed":
      throw new AppError(
        "unauthenticated",
        "This is not an API key of ours: it is cut off or mistyped. Keys begin with `doc_` and have 42 characters.",
      );
    case "unknown":
      throw new AppError("unauthenticated", "This API key is not known. Create one on the API keys page.");
    case "revoked":
      throw new AppError(
        "unauthenticated",
        "This API key was revoked. Create another one on the API keys page.",
      );
    default:
      return verdict satisfies never;
  }
}
