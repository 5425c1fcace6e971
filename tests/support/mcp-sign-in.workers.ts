import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
} from "@modelcontextprotocol/client";

type Stored = Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>;

/** What an MCP client keeps of its sign-in, in memory. With a `clientMetadataUrl` it needs no registration. */
export class SignInMemory implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadataUrl?: string;
  /** Where the client wants to send the user; set when it has come to that. */
  authorizationUrl: URL | null = null;
  client: Stored = undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = "";
  #discovery: OAuthDiscoveryState | undefined;

  constructor(redirectUrl: string, clientMetadataUrl?: string) {
    this.redirectUrl = redirectUrl;
    this.clientMetadataUrl = clientMetadataUrl;
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: "Interop Client",
      redirect_uris: [this.redirectUrl],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
    };
  }

  state = () => "state of the interop client";
  clientInformation = () => this.client;
  saveClientInformation = (client: Stored) => void (this.client = client);
  tokens = () => this.#tokens;
  saveTokens = (tokens: OAuthTokens) => void (this.#tokens = tokens);
  redirectToAuthorization = (url: URL) => void (this.authorizationUrl = url);
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier);
  codeVerifier = () => this.#verifier;
  saveDiscoveryState = (state: OAuthDiscoveryState) => void (this.#discovery = state);
  discoveryState = () => this.#discovery;
  invalidateCredentials = (what: "all" | "client" | "tokens" | "verifier" | "discovery") => {
    if (what === "all" || what === "client") this.client = undefined;
    if (what === "all" || what === "tokens") this.#tokens = undefined;
  };
}
