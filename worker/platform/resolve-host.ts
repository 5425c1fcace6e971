import { resolve4, resolve6 } from "node:dns/promises";

/** All addresses of a host name. Empty when the name exists without addresses or does not exist; throws when the look-up itself fails. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

/** Asks the DNS for A and AAAA records. */
export async function resolveHost(hostname: string): Promise<string[]> {
  const [v4, v6] = await Promise.allSettled([resolve4(hostname), resolve6(hostname)]);
  const found = [v4, v6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  const failure = [v4, v6].find((answer) => answer.status === "rejected" && !isNoRecord(answer.reason));
  // One family that could not be looked up may hide a private address.
  if (failure?.status === "rejected") throw failure.reason;
  return found;
}

/** Answers for the hosts of the workerd tests, whose network is a stub: `.test` names are public, with two exceptions. */
export function resolveTestHost(hostname: string): Promise<string[]> {
  if (!hostname.endsWith(".test") || hostname.startsWith("no-such-host.")) return Promise.resolve([]);
  return Promise.resolve([hostname.startsWith("private-address.") ? "10.1.2.3" : "93.184.215.14"]);
}

function isNoRecord(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENODATA" || code === "ENOTFOUND";
}
