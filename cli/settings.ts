import { KEY_VARIABLE } from "#web/features/install/install.ts";
import { CliError } from "./cli-error.ts";
import type { Outside } from "./command.ts";
import { findTokens, lastOrigin } from "./credentials/token-file.ts";
import { EXIT } from "./exit-codes.ts";

export const URL_VARIABLE = "DOCENDA_URL";

/** Default server, set when the package is built; empty when the package was built for no server in particular. */
declare const DOCENDA_DEFAULT_ORIGIN: string;

/** The server to ask, and the credential. */
export type Settings = {
  env: Outside["env"];
  /** The server's origin, without a slash at its end. */
  origin: string;
  /** Null: nobody has signed in and there is no key. A token is read from its file at the moment of use. */
  credential: { kind: "key"; key: string } | { kind: "token" } | null;
};

/**
 * The settings of the environment: `DOCENDA_URL`, else the server of the last `docenda login`, else the one that the package was built
 * for; `DOCENDA_API_KEY`, else the tokens of a login there.
 */
export function readSettings(env: Outside["env"]): Settings {
  const origin = originOf(env);
  const key = env[KEY_VARIABLE]?.trim();
  if (key) return { env, origin, credential: { kind: "key", key } };
  return { env, origin, credential: findTokens(env, origin) ? { kind: "token" } : null };
}

/** The settings of the environment, for commands that need a key or a login. */
export function readSettingsToAct(env: Outside["env"]): Settings {
  const settings = readSettings(env);
  if (settings.credential) return settings;
  throw new CliError(
    EXIT.credentials,
    "unauthenticated",
    `No API key. Set ${KEY_VARIABLE} to a key from ${settings.origin}/keys, or run \`docenda login\`.`,
  );
}

function originOf(env: Outside["env"]): string {
  const typed = env[URL_VARIABLE]?.trim() || lastOrigin(env) || DOCENDA_DEFAULT_ORIGIN;
  if (!typed)
    throw new CliError(
      EXIT.usage,
      "no-address",
      `No server address. Set ${URL_VARIABLE} to your Docenda server, such as https://docs.example.com.`,
    );
  return readOrigin(typed);
}

/** The origin that a person means: with or without a scheme, and with or without `/mcp` at its end. */
export function readOrigin(typed: string): string {
  const href = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  const url = URL.canParse(href) ? new URL(href) : null;
  const isOrigin =
    url !== null && url.username === "" && url.search === "" && /^\/(?:mcp\/?)?$/.test(url.pathname);
  if (isOrigin) return url.origin;
  throw new CliError(
    EXIT.usage,
    "bad-address",
    `${URL_VARIABLE} isn't the address of a server. Use only the address, such as https://docs.example.com, without a path or a key.`,
  );
}
