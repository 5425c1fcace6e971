import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { FetchRefused } from "#worker/platform/guarded-fetch.ts";
import { takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";
import { isLoopbackHost } from "./endpoints.ts";

/** The draft's own recommendation for the size of a document (OAuth Client ID Metadata Document, section 6.6). */
const MAX_DOCUMENT_BYTES = 5 * 1024;
const FETCH_TIMEOUT_MS = 10_000;
const MAX_CLIENT_ID_CHARACTERS = 400;
/** Shortest time that a document is kept: every authorization and refresh asks for the document, and each would go to its host. */
const SHORTEST_CACHE_S = 5 * 60;
const LONGEST_CACHE_S = 24 * 60 * 60;

/** A client in the OAuth library's form. */
export type ClientRecord = {
  clientId: string;
  clientName: string;
  redirectUris: string[];
  grantTypes: string[];
  responseTypes: string[];
  tokenEndpointAuthMethod: "none";
};

type DocumentCtx = Pick<Ctx, "services" | "caller">;

/** Whether a client id is the address of the client's metadata document. */
export function isDocumentClientId(clientId: string): boolean {
  return /^https:/i.test(clientId);
}

/**
 * The client that a metadata document describes. The document is fetched through the guard, since anybody can make us fetch any address by
 * naming it as a client id; redirects are not followed. A valid document is kept for as long as its Cache-Control says, between 5 minutes
 * and a day. invalid-argument with the document's fault, in our words.
 */
export async function readClientDocument(ctx: DocumentCtx, clientId: string): Promise<ClientRecord> {
  checkClientId(clientId);
  const store = ctx.services.oauthStore;
  const cacheKey = `client-document:${await sha256Hex(clientId)}`;
  const cached = await store.get<ClientRecord>(cacheKey, "json");
  if (cached?.clientId === clientId) return cached;

  await takeNetworkAttempt(ctx, "oauth-client-document/network");
  const { headers, bytes } = await fetchDocument(ctx, clientId);
  const client = parseDocument(clientId, bytes);
  await store.put(cacheKey, JSON.stringify(client), { expirationTtl: cacheSeconds(headers) });
  return client;
}

async function fetchDocument(ctx: DocumentCtx, clientId: string) {
  const fetched = await ctx.services
    .guardedFetch(clientId, {
      accept: "application/json",
      maxBytes: MAX_DOCUMENT_BYTES,
      totalTimeoutMs: FETCH_TIMEOUT_MS,
      maxRedirects: 0,
    })
    .catch((cause: unknown) => {
      if (cause instanceof FetchRefused) throw unusable(`could not be fetched: ${cause.message}`, cause);
      throw cause;
    });
  if (fetched.status !== 200) throw unusable(`is answered with status ${fetched.status}`);
  return fetched;
}

/** Throws unless a client id is a plain address. Dot segments and the like are judged unresolved: `new URL` would resolve them. */
function checkClientId(clientId: string): void {
  const url = URL.parse(clientId);
  const isPlain =
    url !== null &&
    url.href === clientId &&
    url.pathname !== "/" &&
    url.username === "" &&
    url.password === "" &&
    !clientId.includes("#") &&
    // The guard lets a crawl on a laptop reach the laptop; a client id must not.
    !isLoopbackHost(url.hostname);
  if (!isPlain || clientId.length > MAX_CLIENT_ID_CHARACTERS)
    throw unusable("has no address that could be a client id (https, with a path, as browsers write it)");
}

const words = z.array(z.string().max(INPUT_LIMITS.address)).max(100);
const documentShape = z.object({
  client_id: z.string().max(INPUT_LIMITS.address),
  client_name: z.string().trim().min(1).max(INPUT_LIMITS.foreignWords),
  redirect_uris: words.min(1).max(50),
  token_endpoint_auth_method: z.string().max(INPUT_LIMITS.name).optional(),
  token_endpoint_auth_methods_supported: words.optional(),
  grant_types: words.optional(),
  response_types: words.optional(),
  client_secret: z.never().optional(),
});

/** The client of a document. Checks the draft's demands, and that the client can work without a secret: we take no signed assertions. */
function parseDocument(clientId: string, bytes: Uint8Array): ClientRecord {
  const parsed = documentShape.safeParse(readJson(bytes));
  if (!parsed.success) throw unusable("lacks what it must have: client_id, client_name and redirect_uris");
  const document = parsed.data;
  if (document.client_id !== clientId) throw unusable("has another client_id than its address");
  const methods = document.token_endpoint_auth_methods_supported ?? [
    document.token_endpoint_auth_method ?? "none",
  ];
  if (!methods.includes("none"))
    throw unusable("wants the client to authenticate in a way that is not offered");
  const grantTypes = document.grant_types ?? ["authorization_code"];
  if (!grantTypes.includes("authorization_code")) throw unusable("does not ask for authorization codes");
  // Other addresses (a private scheme of an editor) may stand beside these and are never used.
  const redirectUris = document.redirect_uris.filter(isUsableRedirect);
  if (redirectUris.length === 0) throw unusable("has no redirect address with https or on this machine");
  return {
    clientId,
    clientName: document.client_name,
    redirectUris,
    grantTypes: ["authorization_code", "refresh_token"],
    responseTypes: ["code"],
    tokenEndpointAuthMethod: "none",
  };
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch (cause) {
    throw unusable("is not JSON", cause);
  }
}

function isUsableRedirect(uri: string): boolean {
  const url = URL.parse(uri);
  if (!url || uri.includes("#") || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname));
}

function cacheSeconds(headers: Headers): number {
  const maxAge = Number(/\bmax-age\s*=\s*"?(\d+)/i.exec(headers.get("cache-control") ?? "")?.[1] ?? 0);
  return Math.min(Math.max(maxAge, SHORTEST_CACHE_S), LONGEST_CACHE_S);
}

function unusable(why: string, cause?: unknown): AppError {
  return new AppError("invalid-argument", `The document that describes this program ${why}.`, {
    data: { reason: "client-document" },
    cause,
  });
}
