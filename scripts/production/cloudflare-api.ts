import { wranglerJson } from "./wrangler.ts";

/** A request to Cloudflare's API that was refused, with the API's own reason. */
export class CloudflareError extends Error {
  /** The code of the API's first error; null when it gave none. */
  readonly code: number | null;
  constructor(request: string, status: number, errors: { code: number; message: string }[]) {
    super(
      `${request} failed with ${status}: ${errors.map(({ message }) => message).join("; ") || "no reason"}`,
    );
    this.code = errors[0]?.code ?? null;
  }
}

export type CloudflareApi = {
  /** Sends a request below the account and returns its result; null when the API says that nothing is at that path. */
  send<T>(method: "GET" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T | null>;
  /** All pages of a list. */
  list<T>(path: string): Promise<T[]>;
};

type Envelope = {
  result: unknown;
  errors?: { code: number; message: string }[];
  result_info?: { total_count?: number };
};

const TIMEOUT_MS = 30_000;
const PER_PAGE = 100;
const MAX_PAGES = 100;

/**
 * Opens Cloudflare's API for what wrangler has no command for, with wrangler's own sign-in and account. The token stays in
 * memory. Throws when wrangler isn't signed in, or has several accounts and `CLOUDFLARE_ACCOUNT_ID` doesn't choose one.
 */
export async function openCloudflare(): Promise<CloudflareApi> {
  const [{ token }, account] = await Promise.all([
    wranglerJson<{ token?: string }>("auth token --json"),
    process.env.CLOUDFLARE_ACCOUNT_ID ?? onlyAccount(),
  ]);
  if (token === undefined) throw new Error("Sign in with `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.");
  const base = process.env.CLOUDFLARE_API_BASE_URL ?? "https://api.cloudflare.com/client/v4";

  async function ask(method: string, path: string, body?: unknown): Promise<Envelope | null> {
    const response = await fetch(`${base}/accounts/${account}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json().catch(() => ({ result: null }))) as Envelope;
    if (response.ok) return answer;
    if (response.status === 404) return null;
    throw new CloudflareError(`${method} ${path}`, response.status, answer.errors ?? []);
  }

  return {
    send: async <T>(method: "GET" | "PUT" | "DELETE", path: string, body?: unknown) =>
      ((await ask(method, path, body))?.result ?? null) as T | null,
    list: async <T>(path: string) => {
      const all: T[] = [];
      for (let page = 1; page <= MAX_PAGES; page++) {
        const answer = await ask("GET", `${path}?page=${page}&per_page=${PER_PAGE}`);
        all.push(...((answer?.result ?? []) as T[]));
        if (all.length >= (answer?.result_info?.total_count ?? 0)) break;
      }
      return all;
    },
  };
}

async function onlyAccount(): Promise<string> {
  const { accounts } = await wranglerJson<{ accounts: { id: string; name: string }[] }>("whoami --json");
  const [account] = accounts;
  if (account && accounts.length === 1) return account.id;
  throw new Error(
    `Set CLOUDFLARE_ACCOUNT_ID to one of:\n${accounts.map(({ id, name }) => `  ${id}  ${name}`).join("\n")}`,
  );
}
