import { OAuthAuthorizationServer, OAuthError } from "@cloudflare/workers-oauth-provider";
import type { OAuthHelpers } from "@cloudflare/workers-oauth-provider";
import { OAUTH_SCOPES } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { isDocumentClientId, readClientDocument } from "./client-document.ts";
import { AUTHORIZE_PATH, REGISTRATION_PATH, RESOURCE_PATHS, TOKEN_PATH } from "./endpoints.ts";

const ACCESS_TOKEN_TTL_S = 60 * 60;
/** Idle time after which a grant ends; a grant that is used lives on. */
export const GRANT_IDLE_S = 30 * 24 * 60 * 60;

/** Data of a token: our own grant, whose row says whether the token is good. */
export type TokenProps = { grantId: string };

export type OAuthCtx = Pick<Ctx, "services" | "caller" | "log">;

export type ServerHooks = {
  /** Called before a code is exchanged for tokens; false refuses the exchange and ends the grant. */
  mayExchange?: (grant: TokenProps & { kvGrantId: string; userId: string }) => Promise<boolean>;
  /** Called with the library's reason for a refusal, which its answer leaves out. */
  onRefusal?: (reason: string) => void;
};

export type AuthorizationServer = {
  helpers: OAuthHelpers;
  /** Serves metadata, the token endpoint with revocation, and registration. */
  fetch: (request: Request) => Promise<Response>;
  validateToken: (
    resource: string,
    token: string,
  ) => Promise<{ props: TokenProps; scope: string[]; userId: string; clientId: string } | null>;
};

/**
 * The OAuth library, set up for one origin and one request. The origin is the issuer, so that a token of another
 * deployment, or of this one under another name, means nothing here.
 */
export function authorizationServer(
  ctx: OAuthCtx,
  origin: string,
  hooks: ServerHooks = {},
): AuthorizationServer {
  const server = new OAuthAuthorizationServer<{ OAUTH_KV: KVNamespace }>({
    issuer: origin,
    resources: RESOURCE_PATHS.map((path) => origin + path),
    defaultResource: origin + RESOURCE_PATHS[0],
    authorizeEndpoint: AUTHORIZE_PATH,
    tokenEndpoint: TOKEN_PATH,
    clientRegistrationEndpoint: REGISTRATION_PATH,
    scopesSupported: [...OAUTH_SCOPES],
    accessTokenTTL: ACCESS_TOKEN_TTL_S,
    refreshTokenTTL: GRANT_IDLE_S,
    refreshTokenIdleTTL: GRANT_IDLE_S,
    // The library's own fetch of client documents is not guarded: `clientStore` reads them in its place.
    clientIdMetadataDocumentEnabled: false,
    tokenExchangeCallback: async ({ grantType, grantId, userId, props }) => {
      if (grantType !== "authorization_code" || !hooks.mayExchange) return;
      const { grantId: ownGrantId } = props as TokenProps;
      if (!(await hooks.mayExchange({ grantId: ownGrantId, kvGrantId: grantId, userId })))
        throw new OAuthError("invalid_grant", {
          description: "The authorization code was used or withdrawn",
        });
    },
    onError: ({ code, status, internal }) => {
      ctx.log.warn("oauth refused", { code, status, reason: internal.reason });
      hooks.onRefusal?.(internal.reason);
    },
  });
  const env = { OAUTH_KV: clientStore(ctx) };
  return {
    helpers: server.getOAuthApi(env),
    // The library has no work left after its answers, so it needs no context of execution.
    fetch: (request) => server.fetch(request, env, {} as ExecutionContext),
    validateToken: (resource, token) => server.validateToken<TokenProps>(resource, token, env),
  };
}

const CLIENT_PREFIX = "client:";

/** The library's store, in which a client whose id is the address of its document is found by reading that document. */
function clientStore(ctx: OAuthCtx): KVNamespace {
  const store = ctx.services.oauthStore;
  const get = (key: string, options?: unknown) => {
    const clientId = key.startsWith(CLIENT_PREFIX) ? key.slice(CLIENT_PREFIX.length) : "";
    return isDocumentClientId(clientId)
      ? readClientDocument(ctx, clientId)
      : store.get(key, options as never);
  };
  return {
    get,
    put: (...args: Parameters<KVNamespace["put"]>) => store.put(...args),
    delete: (key: string) => store.delete(key),
    list: (options?: KVNamespaceListOptions) => store.list(options),
  } as unknown as KVNamespace;
}
