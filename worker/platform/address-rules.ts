/**
 * Rules for the host names and addresses that may be reached. Addresses are refused unless they are ordinary public unicast: the tables
 * are the IANA special-purpose registries for IPv4 (RFC 6890 and later) and IPv6, and a new entry of the registries that is missing here
 * is outside 2000::/3 with the exceptions listed.
 */

/** Reason why a host name of a parsed URL (`URL.hostname`) is refused before any look-up, or null. */
export function whyHostRefused(hostname: string): string | null {
  if (isAddressLiteral(hostname))
    return isPublicAddress(hostname) ? null : "the address is not on the public internet";
  const name = hostname.replace(/\.$/, "");
  if (name === "" || name.length > 253 || name.endsWith(".")) return "the host name is not valid";
  if (!name.includes(".")) return "the host name has no domain";
  const labels = name.split(".");
  if (labels.some((label) => label === "" || label.length > 63 || !/^[a-z0-9_-]+$/.test(label)))
    return "the host name is not valid";
  if (PRIVATE_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`)))
    return "the host name is for private networks";
  return null;
}

/** An IPv4 address, or an IPv6 address with or without the brackets of a URL. */
export function isAddressLiteral(hostname: string): boolean {
  return hostname.includes(":") || parseIpv4(hostname) !== null;
}

/** True for an address of ordinary public unicast; false for text that is no address. */
export function isPublicAddress(address: string): boolean {
  const ipv4 = parseIpv4(address);
  if (ipv4 !== null) return !IPV4_SPECIAL.some(([base, bits]) => inIpv4(ipv4, base, bits));
  const ipv6 = parseIpv6(address);
  if (ipv6 === null) return false;
  return inIpv6(ipv6, "2000::", 3) && !IPV6_SPECIAL.some(([base, bits]) => inIpv6(ipv6, base, bits));
}

const PRIVATE_SUFFIXES = [
  "localhost",
  "local",
  "localdomain",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "home.arpa",
  "in-addr.arpa",
  "ip6.arpa",
  "onion",
  "alt",
  "invalid",
];

const IPV4_SPECIAL: [base: string, bits: number][] = [
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8], // private use
  ["100.64.0.0", 10], // carrier-grade NAT
  ["127.0.0.0", 8], // loopback
  ["169.254.0.0", 16], // link local, and the metadata services of clouds
  ["172.16.0.0", 12], // private use
  ["192.0.0.0", 24], // IETF protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.31.196.0", 24], // AS112
  ["192.52.193.0", 24], // AMT
  ["192.88.99.0", 24], // 6to4 relay anycast
  ["192.168.0.0", 16], // private use
  ["192.175.48.0", 24], // AS112
  ["198.18.0.0", 15], // benchmarking
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and limited broadcast
];

/** Special ranges within 2000::/3; everything outside 2000::/3 is refused as a whole (mapped, NAT64, ULA, link local, multicast). */
const IPV6_SPECIAL: [base: string, bits: number][] = [
  ["2001::", 23], // IETF protocol assignments: Teredo, benchmarking, ORCHID
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4: carries an IPv4 address
  ["2620:4f:8000::", 48], // AS112
  ["3fff::", 20], // documentation
];

function parseIpv4(text: string): number | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number);
  if (!parts || parts.some((part) => part > 255)) return null;
  return parts.reduce((value, part) => value * 256 + part, 0);
}

function inIpv4(address: number, base: string, bits: number): boolean {
  const size = 2 ** (32 - bits);
  return Math.floor(address / size) === Math.floor((parseIpv4(base) ?? Number.NaN) / size);
}

/** Value of an IPv6 address. The URL parser reads every spelling and writes only one. */
function parseIpv6(text: string): bigint | null {
  const bare = text.replace(/^\[(.*)\]$/, "$1");
  const canonical = URL.parse(`http://[${bare}]/`)?.hostname.slice(1, -1);
  if (!canonical) return null;
  const [head = "", tail] = canonical.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after].reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n);
}

function inIpv6(address: bigint, base: string, bits: number): boolean {
  const shift = BigInt(128 - bits);
  return address >> shift === (parseIpv6(base) ?? -1n) >> shift;
}
