import { OAUTH_SCOPES, PRODUCT } from "#schema/values.ts";
import { RESOURCE_METADATA_PATH } from "./endpoints.ts";
import type { ResourcePath } from "./endpoints.ts";

/** Metadata of an MCP endpoint for a client that it has refused (RFC 9728). */
export function resourceMetadata(origin: string, path: ResourcePath) {
  return {
    resource: origin + path,
    authorization_servers: [origin],
    scopes_supported: [...OAUTH_SCOPES],
    bearer_methods_supported: ["header"],
    resource_name: PRODUCT,
  };
}

export type ChallengeError = "invalid_token" | "insufficient_scope";

/**
 * The `WWW-Authenticate` of an MCP endpoint (RFC 6750 section 3, RFC 9728 section 5.1). A request without credentials is
 * told no error. Where OAuth is not offered `origin` is null, and the scheme stands alone.
 */
export function bearerChallenge(
  origin: string | null,
  path: string,
  refusal: { error: ChallengeError; description: string } | null,
): string {
  const parts = ['realm="docenda"'];
  if (refusal) {
    // The description goes into a quoted string; our words have no backslash, and quote in backticks.
    const description = refusal.description.replaceAll('"', "'").replaceAll("`", "'");
    parts.push(`error="${refusal.error}"`, `error_description="${description}"`);
  }
  if (origin !== null) {
    parts.push(`resource_metadata="${origin}${RESOURCE_METADATA_PATH}${path}"`);
    parts.push(`scope="${OAUTH_SCOPES.join(" ")}"`);
  }
  return `Bearer ${parts.join(", ")}`;
}
