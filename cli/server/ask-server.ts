import { authorizationOf, renewAuthorization } from "../credentials/authorization.ts";
import { CliError } from "../cli-error.ts";
import { EXIT, exitOf } from "../exit-codes.ts";
import type { Settings } from "../settings.ts";
import { fetchThroughProxy } from "./fetch-through-proxy.ts";

/** Version of the package, set when the package is built. */
declare const DOCENDA_VERSION: string;
export const VERSION = DOCENDA_VERSION;

/** Time limit of a request: a search takes a second and a live page some more, so a slower request hangs. */
export const TIMEOUT_MS = 20_000;

export type Question = {
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
};

/**
 * Sends a request with the credential of the settings. An expired token is renewed and the request sent again, once. Any status is an
 * answer; throws CliError when there is none.
 */
export async function askServer(
  settings: Settings,
  path: string,
  question: Question = {},
): Promise<Response> {
  const response = await send(settings, path, question, await authorizationOf(settings));
  if (response.status !== 401 || settings.credential?.kind !== "token") return response;
  const renewed = await renewAuthorization(settings);
  if (renewed === null) return response;
  await response.body?.cancel();
  return send(settings, path, question, renewed);
}

async function send(
  settings: Settings,
  path: string,
  question: Question,
  authorization: string | null,
): Promise<Response> {
  const { signal, timeoutMs = TIMEOUT_MS, headers, ...rest } = question;
  const deadline = AbortSignal.timeout(timeoutMs);
  const fetchOne = await fetchThroughProxy(settings.env);
  try {
    return await fetchOne(settings.origin + path, {
      ...rest,
      headers: {
        "user-agent": `docenda-cli/${VERSION}`,
        ...headers,
        ...(authorization !== null && { authorization }),
      },
      // A followed redirect could carry the key to another host.
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
  } catch (cause) {
    if (signal?.aborted) throw new CliError(EXIT.interrupted, "cancelled", "Cancelled.", { cause });
    if (deadline.aborted)
      throw new CliError(
        EXIT.unreachable,
        "deadline-exceeded",
        `${settings.origin} didn't answer within ${timeoutMs / 1000} seconds. Try again, or run \`docenda doctor\`.`,
        { cause },
      );
    throw new CliError(
      EXIT.unreachable,
      "unavailable",
      `Can't reach ${settings.origin} (${reasonOf(cause)}). Check the address and your network, or run \`docenda doctor\`.`,
      { cause },
    );
  }
}

/** The JSON of a successful answer; throws CliError in the server's words for every other answer. */
export async function askForJson(
  settings: Settings,
  path: string,
  question: Question = {},
): Promise<unknown> {
  const response = await askServer(settings, path, question);
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return body;
  throw refusalOf(settings, response.status, body);
}

/** Sends a JSON body. */
export function postJson(
  settings: Settings,
  path: string,
  body: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  return askForJson(settings, path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
}

/** The error for an answer that is no success. */
export function refusalOf(settings: Settings, status: number, body: unknown): CliError {
  const { error } = (body ?? {}) as { error?: { code?: unknown; status?: unknown; message?: unknown } };
  // The callable functions write their codes in capitals (specification, section 7).
  const code = String(error?.code ?? error?.status ?? "")
    .toLowerCase()
    .replaceAll("_", "-");
  if (code && typeof error?.message === "string") return new CliError(exitOf(code), code, error.message);
  if (status >= 300 && status < 400)
    return new CliError(
      EXIT.unreachable,
      "redirected",
      `${settings.origin} redirects elsewhere. Set DOCENDA_URL to the address that it leads to.`,
    );
  return new CliError(
    EXIT.server,
    "internal",
    `${settings.origin} answered ${status} without a reason. Check that the address is a Docenda server, or try again.`,
  );
}

/** The system's short name of a network error, such as ECONNREFUSED. Text of libraries is not shown. */
export function reasonOf(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code } = one as { code?: unknown };
    if (typeof code === "string") return code;
  }
  return "network error";
}
