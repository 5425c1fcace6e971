import { setTimeout as sleep } from "node:timers/promises";
import { WebVisitor } from "#tests/support/web-visitor.ts";

/** JSON of any shape: reading a wrong field fails the check. */
type Json = ReturnType<typeof JSON.parse>;

/** A running copy of the product. */
export type PublicTarget = {
  /** Address of the copy, without a slash at the end. */
  origin: string;
  /** Headers that name the version of the worker that has to answer, where that version has no traffic yet. */
  headers: Record<string, string>;
};

/** A running copy of the product, and a visitor with an account there. */
export type SmokeTarget = PublicTarget & {
  email: string;
  password: string;
  visitor: WebVisitor;
  /** An API key of the visitor, made for this run and revoked after it. */
  key: { id: string; key: string };
  /** A small site to index. */
  site: string;
  /** File to which a copy on this machine writes its output; null for any other copy. */
  logFile: string | null;
  /** Whether waits of minutes are left out. */
  isShort: boolean;
};

const MAX_WAIT_MS = 5 * 60_000;

/** Signs in and makes a key. Throws with what the product answered when either is refused. */
export async function openTarget(options: Omit<SmokeTarget, "visitor" | "key">): Promise<SmokeTarget> {
  const visitor = new WebVisitor(options.origin, options.headers);
  const { email, password } = options;
  await readOk(visitor.post("/api/auth/sign-in", { email, password }));
  const { result } = await readOk(
    visitor.post("/api/functions/createApiKeyCallableV2", { data: { name: "Smoke test" } }),
  );
  return { ...options, visitor, key: result };
}

export async function closeTarget({ visitor, key }: SmokeTarget): Promise<void> {
  await readOk(visitor.post("/api/functions/revokeApiKeyCallableV2", { data: { keyId: key.id } }));
  await visitor.post("/api/auth/sign-out");
}

/** Asks the product without signing in. */
export async function ask(
  { origin, headers }: PublicTarget,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  return fetch(new URL(path, origin), {
    redirect: "manual",
    ...init,
    headers: { ...headers, ...(init.headers as Record<string, string> | undefined) },
    signal: AbortSignal.timeout(30_000),
  });
}

/** The JSON of an answer. Throws unless the answer is a good one. */
export async function readOk(answer: Promise<Response>): Promise<Json> {
  const response = await answer;
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${new URL(response.url).pathname} answers ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

/** Looks every second until `look` gives something; throws with `what` after five minutes. */
export async function until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  for (const end = Date.now() + MAX_WAIT_MS; Date.now() < end; await sleep(1_000)) {
    const found = await look();
    if (found !== null) return found;
  }
  throw new Error(`${what} did not come within five minutes`);
}

/** Throws with `complaint` unless `isSo`. */
export function must(isSo: boolean, complaint: string): asserts isSo {
  if (!isSo) throw new Error(complaint);
}
