import { isAddressLiteral, isPublicAddress, whyHostRefused } from "./address-rules.ts";
import { createResolver } from "./resolve-host.ts";
import type { ResolveHost } from "./resolve-host.ts";

/** The only way out to addresses that somebody else named: pages, robots.txt, sitemaps. */
export type GuardedFetch = (url: string, options?: GuardedFetchOptions) => Promise<Fetched>;

export type GuardedFetchOptions = {
  /** Value of the Accept header. */
  accept?: string;
  /** Further request headers, such as validators. Never credentials: they go wherever a redirect leads. */
  headers?: Record<string, string>;
  /** Request headers that go to this origin and to no other, whatever redirects to it or from it. */
  ownHeaders?: { origin: string; headers: Record<string, string> };
  /** Most bytes of the body after decompression. */
  maxBytes?: number;
  /** Behaviour at `maxBytes`: refuse (the default), or give the bytes so far. */
  atMaxBytes?: "refuse" | "cut";
  /** Time limit for look-ups, redirects and the whole body together. */
  totalTimeoutMs?: number;
  maxRedirects?: number;
  /** Ends the fetch when the asker has gone. */
  signal?: AbortSignal;
  /** Decides about an answer before its body is read; without the body, `bytes` is empty. */
  wantsBody?: (answer: { status: number; url: string; headers: Headers }) => boolean;
  /** Decides about each redirect target that the guard itself would follow; a reason refuses the target. */
  allowRedirect?: (target: string) => string | null;
};

export type Fetched = {
  status: number;
  /** URL of the body, after redirects. */
  url: string;
  /** The URLs that redirected, in order; empty without redirects. */
  redirects: string[];
  headers: Headers;
  bytes: Uint8Array;
};

export type RefusalKind =
  | "refused-address"
  | "bad-scheme"
  | "bad-url"
  | "too-many-redirects"
  | "redirect-refused"
  | "too-large"
  | "timeout"
  | "unreachable";

/** Refusal of a fetch, with the reason in words that an owner may read. */
export class FetchRefused extends Error {
  readonly kind: RefusalKind;
  /** Target of the redirect that was not followed. */
  readonly target: string | null;

  constructor(kind: RefusalKind, message: string, options: { target?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "FetchRefused";
    this.kind = kind;
    this.target = options.target ?? null;
  }
}

export type GuardOptions = {
  /** Hosts of this machine that may be reached, on any port. Never set in production. */
  loopbackHosts: string[];
  /** Our own zone, which a crawl must not call. Subdomains included. */
  ownHosts?: string[];
  /** Name of the asker; USER_AGENT by default. */
  userAgent?: string;
  /** Headers that show a site whose request this is, made anew for each request and each redirect. */
  sign?: (url: URL) => Promise<Record<string, string>>;
  resolve?: ResolveHost;
  fetch?: typeof fetch;
};

export const USER_AGENT = "DocendaBot/1.0 (documentation for coding agents)";

/** User agent with the page about the crawler for a site's owner; without the page on a laptop, which nobody can reach. */
export function userAgentOf({ publicOrigin }: { publicOrigin: string | null }): string {
  if (publicOrigin === null) return USER_AGENT;
  return `DocendaBot/1.0 (+${publicOrigin}/crawler; documentation for coding agents)`;
}

const DEFAULT_MAX_BYTES = 5 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 20_000;
const DEFAULT_MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Builds the guard. The guard looks up every name before connecting and refuses when any address is not public, on every hop. The runtime
 * looks the name up again to connect, which a name server can use to answer differently; in production workerd itself refuses private
 * addresses, so that both look-ups would have to be fooled.
 */
export function createGuardedFetch(guard: GuardOptions): GuardedFetch {
  const lookUp = guard.resolve ?? createResolver();
  const connect = guard.fetch ?? ((input, init) => fetch(input, init));

  return async function guardedFetch(url, options = {}) {
    const deadline = new AbortController();
    const timeoutMs = options.totalTimeoutMs ?? DEFAULT_TIMEOUT_MS;
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    const leave = () => deadline.abort();
    options.signal?.addEventListener("abort", leave, { once: true });
    try {
      return await beforeAbort(followRedirects(url, options, deadline.signal), deadline.signal);
    } catch (error) {
      if (error instanceof FetchRefused) throw error;
      options.signal?.throwIfAborted();
      if (deadline.signal.aborted)
        throw new FetchRefused("timeout", `no whole answer within ${timeoutMs / 1000} s`, { cause: error });
      throw new FetchRefused("unreachable", "the connection failed", { cause: error });
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", leave);
      // A refusal may leave the body of a too large answer running; the abort ends the body.
      deadline.abort();
    }
  };

  async function followRedirects(start: string, options: GuardedFetchOptions, signal: AbortSignal) {
    const redirects: string[] = [];
    let url = checkUrl(start, guard);
    for (;;) {
      await checkAddresses(url, guard, lookUp);
      signal.throwIfAborted();
      const own = options.ownHeaders?.origin === url.origin ? options.ownHeaders.headers : {};
      const response = await connect(url.href, {
        headers: {
          "user-agent": guard.userAgent ?? USER_AGENT,
          accept: options.accept ?? "*/*",
          ...options.headers,
          ...own,
          ...(await guard.sign?.(url)),
        },
        redirect: "manual",
        signal,
      });
      const location = response.headers.get("location");
      if (!REDIRECTS.has(response.status) || location === null) {
        const { status, headers } = response;
        const isWanted = options.wantsBody?.({ status, url: url.href, headers }) ?? true;
        // The runtime unpacks one layer; a body packed again has no size limit.
        const isNested = headers.get("content-encoding")?.includes(",") ?? false;
        if (!isWanted || isNested) await response.body?.cancel();
        if (isWanted && isNested) throw new FetchRefused("too-large", "it is compressed more than once");
        const bytes = isWanted ? await readBody(response, options) : new Uint8Array();
        return { status, url: url.href, redirects, headers, bytes };
      }
      await response.body?.cancel();
      redirects.push(url.href);
      if (redirects.length > (options.maxRedirects ?? DEFAULT_MAX_REDIRECTS))
        throw new FetchRefused("too-many-redirects", `more than ${redirects.length - 1} redirects`);
      url = checkRedirect(url, location, guard, options);
    }
  }
}

/**
 * Checks the rules that need no network: scheme, port, user info, host name. Returns the parsed URL, or throws FetchRefused with the
 * reason. A URL that somebody types is checked by the same rules.
 */
export function checkUrl(href: string, guard: Pick<GuardOptions, "loopbackHosts" | "ownHosts">): URL {
  const url = URL.parse(href);
  if (!url) throw new FetchRefused("bad-url", "this is not an absolute URL");
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new FetchRefused("bad-scheme", `only http and https are read, not "${url.protocol.slice(0, -1)}"`);
  if (url.username !== "" || url.password !== "")
    throw new FetchRefused("bad-url", "a URL with a user name or a password is not read");
  url.hash = "";
  if (guard.loopbackHosts.includes(url.hostname)) return url;
  if (url.port !== "" && url.port !== "80" && url.port !== "443")
    throw new FetchRefused("refused-address", "only the ports 80 and 443 are read");
  const reason = whyHostRefused(url.hostname);
  if (reason) throw new FetchRefused("refused-address", reason);
  const name = url.hostname.replace(/\.$/, "");
  if (guard.ownHosts?.some((own) => name === own || name.endsWith(`.${own}`)))
    throw new FetchRefused("refused-address", "this service does not read itself");
  return url;
}

/** Refuses a host when any of its addresses is not public. */
export async function checkAddresses(
  url: URL,
  guard: Pick<GuardOptions, "loopbackHosts">,
  lookUp: ResolveHost,
): Promise<void> {
  if (guard.loopbackHosts.includes(url.hostname) || isAddressLiteral(url.hostname)) return;
  const addresses = await lookUp(url.hostname).catch((cause: unknown) => {
    throw new FetchRefused("unreachable", "the host name could not be looked up", { cause });
  });
  if (addresses.length === 0) throw new FetchRefused("unreachable", "the host name does not exist");
  if (!addresses.every(isPublicAddress))
    throw new FetchRefused("refused-address", "the host name leads to an address that is not public");
}

function checkRedirect(from: URL, location: string, guard: GuardOptions, options: GuardedFetchOptions): URL {
  const parsed = URL.parse(location, from.href);
  if (!parsed) throw new FetchRefused("redirect-refused", "it redirects to something that is not a URL");
  const target = parsed.href;
  try {
    const to = checkUrl(target, guard);
    if (from.protocol === "https:" && to.protocol === "http:")
      throw new FetchRefused("redirect-refused", "it redirects from https to http", { target });
    // A public page must not lead to this machine, even where this machine may be crawled.
    if (guard.loopbackHosts.includes(to.hostname) && !guard.loopbackHosts.includes(from.hostname))
      throw new FetchRefused("refused-address", "it redirects to this machine", { target });
    const reason = options.allowRedirect?.(to.href) ?? null;
    if (reason) throw new FetchRefused("redirect-refused", reason, { target: to.href });
    return to;
  } catch (error) {
    if (error instanceof FetchRefused && error.kind !== "redirect-refused")
      throw new FetchRefused(error.kind, `it redirects where nothing is read: ${error.message}`, { target });
    throw error;
  }
}

/** Reads a body and counts its bytes, whatever Content-Length says; the runtime has undone the compression already. */
async function readBody(response: Response, options: GuardedFetchOptions): Promise<Uint8Array> {
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
  if (!response.body) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const room = maxBytes - size;
    if (value.byteLength > room) {
      await reader.cancel().catch(() => {});
      if (options.atMaxBytes !== "cut")
        throw new FetchRefused("too-large", `more than ${formatMiB(maxBytes)}`);
      parts.push(value.subarray(0, room));
      size = maxBytes;
      break;
    }
    parts.push(value);
    size += value.byteLength;
  }
  return join(parts, size);
}

function join(parts: Uint8Array[], size: number): Uint8Array {
  if (parts.length === 1 && parts[0]) return parts[0];
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.byteLength;
  }
  return bytes;
}

/** Settles when the work does, or rejects at the deadline even if a body hangs in spite of the signal. */
async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("deadline")), { once: true });
  });
  aborted.catch(() => {});
  work.catch(() => {});
  return await Promise.race([work, aborted]);
}

function formatMiB(bytes: number): string {
  return `${Math.round((bytes / 1024 / 1024) * 10) / 10} MiB`;
}
