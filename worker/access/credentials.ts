import { AppError } from "#worker/errors.ts";

export type Credentials = {
  /** The path of the request. */
  path: string;
  headers: Headers;
  /** Values of `?apiKey=`, which `scrub` has taken out of the URL. */
  queryKeys: string[];
};

/**
 * The API key of a request, or null: `Authorization: Bearer`, `x-api-key`, and on the MCP endpoint `?apiKey=`. The same key in several
 * places is one key; different keys are refused, since either could be the intended one.
 */
export function findApiKey({ path, headers, queryKeys }: Credentials): string | null {
  refuseMisplacedKey(path, queryKeys);
  const keys = new Set([bearerToken(headers), headers.get("x-api-key")?.trim(), ...queryKeys]);
  keys.delete("");
  keys.delete(undefined);
  const [key, ...others] = keys;
  if (others.length > 0)
    throw new AppError(
      "invalid-argument",
      "The request carries different API keys. Send one key, in one place.",
    );
  return key ?? null;
}

/** Refuses a key in a URL where clients have another way to send it: a URL ends up in logs, histories and referrers. */
export function refuseMisplacedKey(path: string, queryKeys: string[]): void {
  if (queryKeys.length === 0 || isMcpPath(path)) return;
  throw new AppError(
    "invalid-argument",
    "The API key is in the URL. Send it in the header `Authorization: Bearer <key>` or `x-api-key`.",
  );
}

function isMcpPath(path: string): boolean {
  return path === "/mcp" || path.startsWith("/mcp/");
}

function bearerToken(headers: Headers): string | undefined {
  const header = headers.get("authorization")?.trim();
  if (!header) return undefined;
  const token = /^bearer\s+(\S+)$/i.exec(header)?.[1];
  if (token === undefined)
    throw new AppError("unauthenticated", "The Authorization header must be `Bearer <API key>`.");
  return token;
}
