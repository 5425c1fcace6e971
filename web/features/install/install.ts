import { PRODUCT } from "#schema/values.ts";

/** Name of the server in a client's configuration. */
export const SERVER_NAME = PRODUCT.toLowerCase();
/** The variable from which clients read the key, where they take one. */
export const KEY_VARIABLE = `${PRODUCT.toUpperCase()}_API_KEY`;
/** The variable from which a bridge takes the whole value of its header. */
export const HEADER_VARIABLE = `${PRODUCT.toUpperCase()}_AUTHORIZATION`;
/** Stand-in for the key while there is none. Plain letters, so that every snippet parses with it. */
export const KEY_PLACEHOLDER = "YOUR_API_KEY";
/** A prompt that a person pastes into a client to see that its agent calls us. */
export const VERIFY_PROMPT = `what is ${SERVER_NAME} mcp, search the docs with ${SERVER_NAME}`;

/** The MCP address of this copy, and the key, where one is known. */
export type Install = { mcpUrl: string; apiKey: string | null };

export const OPERATING_SYSTEMS = ["mac", "linux", "windows"] as const;
export type Os = (typeof OPERATING_SYSTEMS)[number];

export function keyOf({ apiKey }: Install): string {
  return apiKey ?? KEY_PLACEHOLDER;
}

/** The one header for every client that takes headers. Codex tells by the header's name that no sign-in is needed. */
export function authHeaders(install: Install): { Authorization: string } {
  return { Authorization: `Bearer ${keyOf(install)}` };
}

/** The address with the key in it, for clients that take no header. Only for those: query strings land in histories. */
export function urlWithKey(install: Install): string {
  const url = new URL(install.mcpUrl);
  url.searchParams.set("apiKey", keyOf(install));
  return url.href;
}
