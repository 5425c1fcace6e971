/** The MCP endpoints, each a protected resource of its own: a token is good only at the endpoint it was requested for. */
export const RESOURCE_PATHS = ["/mcp", "/mcp/openai"] as const;
export type ResourcePath = (typeof RESOURCE_PATHS)[number];

export const AUTHORIZE_PATH = "/oauth/authorize";
export const TOKEN_PATH = "/oauth/token";
export const REGISTRATION_PATH = "/oauth/register";
/** The page of the web app that asks the user. */
export const CONSENT_PAGE = "/oauth/consent";
/** Path of a resource's metadata (RFC 9728); the path of the resource follows. */
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource";
/** Path of the server's metadata (RFC 8414). The issuer is the origin, so nothing follows. */
export const SERVER_METADATA_PATH = "/.well-known/oauth-authorization-server";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a host is the caller's own machine. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Whether OAuth is offered: OAuth 2.1 wants TLS everywhere but on the machine itself; without it there are API keys alone. */
export function offersOAuth(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" || isLoopbackHost(hostname);
}
