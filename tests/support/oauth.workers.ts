import { SELF } from "cloudflare:test";
import { ORIGIN, signedUp } from "./browser.workers.ts";
import type { Browser } from "./browser.workers.ts";
import { putSite } from "./stub-site.workers.ts";

/** The verifier and challenge of RFC 7636, appendix B. */
export const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

export const MCP = `${ORIGIN}/mcp`;
const STATE = "state-of-the-client";

/** An MCP client as the authorization server knows it. */
export type TestClient = { clientId: string; redirectUri: string };

export type Tokens = {
  access_token: string;
  refresh_token: string;
  scope: string;
  expires_in: number;
  resource: string;
};

export type TokenAnswer = { status: number; headers: Headers; body: Tokens & { error?: string } };

/** Sends a registration (RFC 7591) from an address of its own. */
export async function register(browser: Pick<Browser, "send">, metadata: object) {
  return browser.send("POST", "/oauth/register", metadata);
}

/** A client that has registered itself. */
export async function registeredClient(
  browser: Pick<Browser, "send">,
  redirectUri = "http://127.0.0.1:4567/callback",
): Promise<TestClient> {
  const { status, body } = await register(browser, {
    client_name: "Test Agent",
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
  });
  if (status !== 201) throw new Error(`registration answered ${status} ${JSON.stringify(body)}`);
  return { clientId: body.client_id, redirectUri };
}

let hosts = 0;

/** A client that is known by the document at its id, on a host of its own. */
export async function documentClient(
  changes: Record<string, unknown> = {},
  host = `client-${(hosts += 1)}.test`,
): Promise<TestClient & { host: string }> {
  const clientId = `https://${host}/oauth/client.json`;
  const redirectUri = `https://${host}/callback`;
  const document = {
    client_id: clientId,
    client_name: "Document Agent",
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: "none",
    ...changes,
  };
  await putSite(host, {
    "/oauth/client.json": { headers: { "content-type": "application/json" }, body: JSON.stringify(document) },
  });
  return { clientId, redirectUri, host };
}

/** Opens the authorization endpoint. A parameter that is null is left out. */
export async function authorize(
  browser: Pick<Browser, "get">,
  client: TestClient,
  changes: Record<string, string | null> = {},
) {
  const params = {
    response_type: "code",
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    scope: "search private",
    state: STATE,
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    resource: MCP,
    ...changes,
  };
  const given = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== null);
  const answer = await browser.get(`/oauth/authorize?${new URLSearchParams(given)}`);
  const location = answer.headers.get("location");
  return { ...answer, location: location === null ? null : new URL(location) };
}

/** The handle of a request that waits for consent. */
export async function askConsent(
  browser: Browser,
  client: TestClient,
  changes: Record<string, string | null> = {},
): Promise<string> {
  const { location, status, body } = await authorize(browser, client, changes);
  const handle = location?.pathname === "/oauth/consent" ? location.searchParams.get("request") : null;
  if (!handle) throw new Error(`authorize answered ${status} ${location?.href ?? body}`);
  return handle;
}

/** Opens the consent page's data and decides; gives the address that the browser is sent to. */
export async function decide(browser: Browser, handle: string, decision: object): Promise<URL> {
  await browser.get(`/api/oauth/requests/${handle}`);
  const { status, body } = await browser.post(`/api/oauth/requests/${handle}/decision`, decision);
  if (status !== 200) throw new Error(`decision answered ${status} ${JSON.stringify(body)}`);
  return new URL(body.redirectTo);
}

/** A code for a client, by the whole way through the consent. */
export async function codeFor(
  browser: Browser,
  client: TestClient,
  options: { scopes?: string[]; params?: Record<string, string | null> } = {},
): Promise<string> {
  const handle = await askConsent(browser, client, options.params);
  const back = await decide(browser, handle, { decision: "approve", scopes: options.scopes });
  return back.searchParams.get("code")!;
}

export async function askToken(params: Record<string, string>): Promise<TokenAnswer> {
  const response = await SELF.fetch(`${ORIGIN}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(params),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? {} : JSON.parse(text) };
}

export function exchange(client: TestClient, code: string, changes: Record<string, string> = {}) {
  return askToken({
    grant_type: "authorization_code",
    code,
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    code_verifier: VERIFIER,
    ...changes,
  });
}

export function refresh(client: TestClient, refreshToken: string, changes: Record<string, string> = {}) {
  return askToken({
    grant_type: "refresh_token",
    refresh_token: refreshToken,
    client_id: client.clientId,
    ...changes,
  });
}

/** A new user who has let a client in. */
export async function connected(options: Parameters<typeof codeFor>[2] & { client?: TestClient } = {}) {
  const { browser, userId } = await signedUp({ isVerified: true });
  const client = options.client ?? (await registeredClient(browser));
  const { status, body } = await exchange(client, await codeFor(browser, client, options));
  if (status !== 200) throw new Error(`token answered ${status} ${JSON.stringify(body)}`);
  return { browser, userId, client, tokens: body };
}
