/** Addresses that are not on the public internet, in dotted and in colon form. */
const PRIVATE_IPV4 = [
  "0.0.0.0 10.0.0.1 10.255.255.254 100.64.0.1 100.127.255.254 127.0.0.1 127.255.255.254 169.254.0.1 169.254.169.254",
  "172.16.0.1 172.31.255.254 192.0.0.1 192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.254 198.18.0.1 198.19.255.254",
  "198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255",
].flatMap((line) => line.split(" "));
const PRIVATE_IPV6 = [
  ":: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:0:127.0.0.1 64:ff9b::7f00:1",
  "64:ff9b:1::1 100::1 2001::1 2001:2::1 2001:10::1 2001:db8::1 2002:7f00:1::1 2002:a9fe:a9fe::1 3fff::1 fc00::1",
  "fd00:ec2::254 fdff::1 fe80::1 febf::1 fec0::1 ff02::1 5f00::1 4000::1",
].flatMap((line) => line.split(" "));
const PRIVATE_NAMES = [
  "localhost LOCALHOST localhost. a.localhost a.localhost. localhost.localdomain printer.local db.internal db.corp",
  "metadata.google.internal router.lan router.home.arpa nas.home x.onion x.alt x.invalid x.intranet x.private intranet",
  "db metadata kubernetes kubernetes.default.svc.local 1.0.0.127.in-addr.arpa host.docker.internal ｌｏｃａｌｈｏｓｔ",
  "loc\u00adalhost local%68ost 127。0。0。1 １２７.０.０.１ ①②⑦.⓪.⓪.① 127%2e0%2e0%2e1 0x7f。1",
].flatMap((line) => line.split(" "));
const PORTS = [22, 25, 6379, 8080, 9200, 11211];

/** The spellings of an IPv4 address that the URL standard takes for the same host. */
function spellingsOf(address: string): string[] {
  const parts = address.split(".").map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  return [
    address,
    String(whole),
    hex(whole),
    octal(whole),
    parts.map(hex).join("."),
    parts.map(octal).join("."),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${address}.`,
  ];
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

function octal(value: number): string {
  return `0${value.toString(8)}`;
}

/** URLs of hosts that must not be reached, each once; all of them lead somewhere when nobody guards the way. */
export function listHostileUrls(): string[] {
  const hosts = [
    ...PRIVATE_IPV4.flatMap(spellingsOf),
    ...PRIVATE_IPV6.map((address) => `[${address}]`),
    ...PRIVATE_NAMES,
    ...Array.from({ length: HOSTILE_NAMES.size }, (_, i) => `rebind-${i}.test`),
  ];
  const urls = hosts.map((host, i) => `${i % 2 === 0 ? "http" : "https"}://${host}/hostile`);
  const ports = PORTS.flatMap((port) => [
    `http://127.0.0.1:${port}/hostile`,
    `https://public.test:${port}/hostile`,
  ]);
  const users = ["http://public.test@127.0.0.1/hostile", "http://user:word@10.0.0.1/hostile"];
  return [...new Set([...urls, ...ports, ...users])].filter((url) => URL.canParse(url));
}

/** Names of the public name system whose address is not public, and what they resolve to. */
export const HOSTILE_NAMES: ReadonlyMap<string, string> = new Map(
  [...PRIVATE_IPV4, ...PRIVATE_IPV6].map((address, i) => [`rebind-${i}.test`, address]),
);
