/** All addresses of a host name. Empty when the name has none or does not exist; throws when the look-up itself fails. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

const TIMEOUT_MS = 5000;
const MAX_KNOWN = 1000;
/** Record types (RFC 1035, RFC 3596). */
const TYPES = { A: 1, AAAA: 28 } as const;
const NO_ERROR = 0;
const NO_SUCH_NAME = 3;

/**
 * Resolver over HTTPS (Cloudflare's JSON form of RFC 8484). workerd's own `node:dns` asks the same service, but its `resolve4` gives the
 * names of CNAME records among the addresses, and takes a server failure for a name without records. Answers are kept as long as the
 * resolver, which each request or ticket of a crawl makes anew: the pages of a site ask once.
 */
export function createResolver(ask: typeof fetch = (input, init) => fetch(input, init)): ResolveHost {
  async function lookUp(hostname: string, type: keyof typeof TYPES): Promise<string[]> {
    const url = new URL("https://cloudflare-dns.com/dns-query");
    url.searchParams.set("name", hostname);
    url.searchParams.set("type", type);
    const headers = { accept: "application/dns-json" };
    const response = await ask(url.href, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`the name server answered with status ${response.status}`);
    const { Status, Answer = [] } = await response.json<DnsAnswer>();
    if (Status !== NO_ERROR && Status !== NO_SUCH_NAME)
      throw new Error(`the name server answered with code ${Status}`);
    return Answer.filter((record) => record.type === TYPES[type]).map((record) => record.data);
  }

  // Both families must succeed: one that could not be looked up may hide a private address.
  async function lookUpBoth(hostname: string): Promise<string[]> {
    return (await Promise.all([lookUp(hostname, "A"), lookUp(hostname, "AAAA")])).flat();
  }

  const known = new Map<string, Promise<string[]>>();
  return (hostname) => {
    const before = known.get(hostname);
    if (before) return before;
    const answer = lookUpBoth(hostname);
    if (known.size < MAX_KNOWN) known.set(hostname, answer);
    // A failure may pass, so the next caller asks again.
    answer.catch(() => known.delete(hostname));
    return answer;
  };
}

/** Answers for the hosts of the workerd tests, whose network is a stub: `.test` names are public, with two exceptions. */
export function resolveTestHost(hostname: string): Promise<string[]> {
  if (!hostname.endsWith(".test") || hostname.startsWith("no-such-host.")) return Promise.resolve([]);
  return Promise.resolve([hostname.startsWith("private-address.") ? "10.1.2.3" : "93.184.215.14"]);
}

type DnsAnswer = { Status: number; Answer?: { type: number; data: string }[] };
