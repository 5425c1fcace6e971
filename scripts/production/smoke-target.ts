import { setTimeout as sleep } from "node:timers/promises";
import { WebVisitor } from "#tests/support/web-visitor.ts";

/** Of any shape: a wrong look at it fails the check. */
type Json = ReturnType<typeof JSON.parse>;

/** A running copy of the product. */
export type PublicTarget = {
  /** Without a slash at the end. */
  origin: string;
  /** They name the version of the worker that has to answer, where it has no traffic yet. */
  headers: Record<string, string>;
};

/** The same, and somebody with an account there. */
export type SmokeTarget = PublicTarget & {
  email: string;
  password: string;
  visitor: WebVisitor;
  /** An API key of the visitor's, made for this run and revoked after it. */
  key: { id: string; key: string };
  /** A site to index, small. */
  site: string;
  /** Where a copy on this machine writes what it prints; null for any other. */
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

/** Asks the product, signed in as nobody. */
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

/** The JSON of an answer, which has to be a good one. */
export async function readOk(answer: Promise<Response>): Promise<Json> {
  const response = await answer;
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${new URL(response.url).pathname} answers ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

/** Looks again every second until there is something; throws with `what` after five minutes. */
export async function until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  for (const end = Date.now() + MAX_WAIT_MS; Date.now() < end; await sleep(1_000)) {
    const found = await look();
    if (found !== null) return found;
  }
  throw new Error(`${what} did not come within five minutes`);
}

/** Throws with `complaint` unless it is so. */
export function must(isSo: boolean, complaint: string): asserts isSo {
  if (!isSo) throw new Error(complaint);
}
