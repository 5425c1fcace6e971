import { verifyApiKey } from "#worker/api-keys/verify-api-key.ts";
import type { VerifyOptions } from "#worker/api-keys/verify-api-key.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import type { AppContext } from "#worker/http/app-env.ts";
import { ownerOfRequest } from "#worker/tenancy/owner-of-request.ts";
import type { Permission } from "#worker/tenancy/permissions.ts";
import { findApiKey } from "./credentials.ts";
import { requestContext } from "#worker/http/request-context.ts";

/**
 * The Ctx of the request's API key, which acts for its owner; unauthenticated without a valid key, permission-denied for a key that may
 * not do what is asked for.
 */
export async function authenticate(
  c: AppContext,
  permission: Permission,
  options?: VerifyOptions,
): Promise<Ctx> {
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
      const { kind: _kind, owner: keyOwner, firstReads, ...facts } = verdict;
      const actor = { kind: "api-key", ...facts } as const;
      const owner = await ownerOfRequest(request, { actor, keyOwner }, permission);
      return { ...request, firstReads, actor, scope: { owner } };
    }
    case "malformed":
      throw new AppError(
        "unauthenticated",
        "This isn't a Docenda API key: it is cut off or mistyped. Keys begin with `doc_` and have 42 characters.",
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
