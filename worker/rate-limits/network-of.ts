/**
 * The network that an address belongs to for counting: an IPv4 address itself (also one written as IPv4-mapped IPv6), of an IPv6 address
 * the first 64 bits, because a customer is given at least that many addresses. `unknown` for text that is no address: such callers share
 * one count.
 */
export function networkOf(ipAddress: string | null): string {
  if (ipAddress === null) return "unknown";
  const text = ipAddress.trim().toLowerCase().split("%")[0]!;
  if (IPV4.test(text)) return text;
  const groups = groupsOf(text);
  if (groups === null) return "unknown";
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/** The eight 16-bit groups of an IPv6 address, or null. */
function groupsOf(text: string): number[] | null {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(text);
  const plain = dotted
    ? dotted[1] + hexPair(dotted[2]!, dotted[3]!) + ":" + hexPair(dotted[4]!, dotted[5]!)
    : text;
  const halves = plain.split("::");
  if (halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...Array.from({ length: halves.length === 2 ? missing : 0 }, () => "0"), ...tail];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return null;
  return groups.map((group) => Number.parseInt(group, 16));
}

function hexPair(high: string, low: string): string {
  return ((Number(high) << 8) | Number(low)).toString(16);
}
