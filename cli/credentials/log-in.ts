import { spawn } from "node:child_process";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CliError } from "../cli-error.ts";
import type { Outside } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { fetchThroughProxy } from "../server/fetch-through-proxy.ts";
import type { Settings } from "../settings.ts";
import { askForTokens, readMetadata, tokensOf } from "./renew-tokens.ts";
import { saveTokens } from "./token-file.ts";

const CALLBACK_PATH = "/callback";
/** Time limit for a login, as long as the server keeps a request for consent. */
const TIMEOUT_MS = 600_000;

type Origin = Pick<Settings, "env" | "origin">;

/**
 * Signs a person in with their browser: the code flow with PKCE (RFC 7636) and a callback on the loopback address (RFC 8252, section
 * 7.3). The tokens go into the token file and nowhere else.
 */
export async function logIn(
  settings: Origin,
  outside: Outside,
  { opensBrowser }: { opensBrowser: boolean },
): Promise<void> {
  const metadata = await readMetadata(settings);
  const state = secret();
  const verifier = secret();
  const callback = await listenForCode(settings.origin, state, outside.signal);
  try {
    const clientId = await register(settings, metadata.registration_endpoint, callback.url);
    const address = new URL(metadata.authorization_endpoint);
    address.search = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: callback.url,
      scope: "search private",
      state,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      resource: `${settings.origin}/mcp`,
    }).toString();
    outside.errors.write(`Open this address to sign in:\n\n  ${address.href}\n\n`);
    if (opensBrowser) openBrowser(address.href);
    const answer = await askForTokens(settings, {
      grant_type: "authorization_code",
      code: await callback.code,
      redirect_uri: callback.url,
      client_id: clientId,
      code_verifier: verifier,
      resource: `${settings.origin}/mcp`,
    });
    if (answer === null)
      throw new CliError(
        EXIT.credentials,
        "unauthenticated",
        "The server refused the login. Run `docenda login` again.",
      );
    saveTokens(settings.env, settings.origin, tokensOf(answer, { clientId, refreshToken: null }));
  } finally {
    callback.close();
  }
}

function secret(): string {
  return randomBytes(32).toString("base64url");
}

/** Registers this command line as a public client (RFC 7591). A registration is of one login: the callback's port differs each time. */
async function register({ env, origin }: Origin, endpoint: string, redirectUri: string): Promise<string> {
  const fetchOne = await fetchThroughProxy(env);
  const response = await fetchOne(endpoint, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Docenda command line",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    }),
    redirect: "error",
    signal: AbortSignal.timeout(20_000),
  }).catch(() => null);
  const answer = (await response?.json().catch(() => null)) as { client_id?: unknown } | null;
  if (response?.ok && typeof answer?.client_id === "string") return answer.client_id;
  throw new CliError(
    EXIT.server,
    "no-login",
    `${origin} didn't accept this login. Create an API key at ${origin}/keys and set DOCENDA_API_KEY instead.`,
  );
}

/**
 * Waits on a free port of the loopback address for the browser to come back. A request without our `state` is a stranger's and changes
 * nothing. `iss` must be the server that was asked (RFC 9207).
 */
async function listenForCode(
  origin: string,
  state: string,
  signal: AbortSignal,
): Promise<{ url: string; code: Promise<string>; close(): void }> {
  let settle!: (code: string) => void;
  let fail!: (error: CliError) => void;
  const code = new Promise<string>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  // The registration may fail before anybody waits for the code.
  code.catch(() => {});
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const { searchParams: given } = url;
    const isOurs =
      url.pathname === CALLBACK_PATH &&
      isSame(given.get("state") ?? "", state) &&
      (given.get("iss") ?? origin) === origin;
    const words = !isOurs
      ? "This isn't the login that the command line waits for."
      : given.has("code")
        ? "You are signed in. You can close this page and go back to the terminal."
        : "You didn't sign in. You can close this page.";
    response.writeHead(isOurs ? 200 : 400, {
      "content-type": "text/plain; charset=utf-8",
      connection: "close",
    });
    response.end(`${words}\n`);
    if (!isOurs) return;
    const found = given.get("code");
    if (found) settle(found);
    else
      fail(
        new CliError(
          EXIT.credentials,
          "permission-denied",
          "You declined the login in the browser. Nothing has changed.",
        ),
      );
  });
  await new Promise<void>((listening, refused) => {
    server.once("error", refused);
    server.listen(0, "127.0.0.1", listening);
  });
  const timer = setTimeout(
    () =>
      fail(
        new CliError(
          EXIT.credentials,
          "deadline-exceeded",
          "Nobody signed in within 10 minutes. Run `docenda login` again.",
        ),
      ),
    TIMEOUT_MS,
  );
  signal.addEventListener("abort", () => fail(new CliError(EXIT.interrupted, "cancelled", "Cancelled.")));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${CALLBACK_PATH}`,
    code,
    close: () => {
      clearTimeout(timer);
      server.close();
      server.closeAllConnections();
    },
  };
}

function isSame(a: string, b: string): boolean {
  return timingSafeEqual(digestOf(a), digestOf(b));
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Opens the address in a browser where possible: the address is printed as well. No shell reads it. */
function openBrowser(address: string): void {
  const [command, ...args] =
    process.platform === "darwin"
      ? ["open", address]
      : process.platform === "win32"
        ? ["rundll32", "url.dll,FileProtocolHandler", address]
        : ["xdg-open", address];
  spawn(command!, args, { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
}
