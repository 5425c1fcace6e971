import { expect, it } from "vitest";
import { isPublicAddress } from "./address-rules.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";

/** Addresses as a name server may give them: every special range at both of its ends. */
const SPECIAL_ADDRESSES = [
  ["0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255"],
  ["127.0.0.0", "127.0.0.1", "127.255.255.255", "169.254.0.0", "169.254.169.254", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255", "192.0.0.0", "192.0.0.255", "192.0.2.0", "192.0.2.255"],
  ["192.31.196.1", "192.52.193.1", "192.88.99.1", "192.168.0.0", "192.168.255.255", "192.175.48.1"],
  ["198.18.0.0", "198.19.255.255", "198.51.100.7", "203.0.113.0", "203.0.113.255", "224.0.0.0"],
  ["239.255.255.255", "240.0.0.0", "255.255.255.255", "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.4x"],
  ["::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:7f00:1", "::127.0.0.1", "::ffff:0:127.0.0.1"],
  ["64:ff9b::7f00:1", "64:ff9b::8.8.8.8", "64:ff9b:1::1", "100::1", "100:0:0:1::1", "fe80::1", "febf::1"],
  ["fe80::1%eth0", "fec0::1", "fc00::1", "fdff:ffff::1", "ff00::1", "ff02::1", "2001::1", "2001:0:7f00:1::"],
  ["2001:1::1", "2001:2::1", "2001:10::1", "2001:20::1", "2001:1ff:ffff::1", "2001:db8::1", "2002::1"],
  ["2002:7f00:1::1", "2002:c0a8:1::", "2620:4f:8000::1", "3fff::1", "3fff:fff::1", "5f00::1", "4000::1"],
  ["fd00:ec2::254", "::ffff:a9fe:a9fe", "0:0:0:0:0:ffff:7f00:0001", "not an address", "12345::", "1::2::3"],
].flat();

const PUBLIC_ADDRESSES = [
  ["1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255"],
  ["128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.0.3.0"],
  ["192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "203.0.112.255", "223.255.255.255"],
  ["2001:200::1", "2001:4860:4860::8888", "2003::1", "2606:4700::6810:84e5", "2a00:1450:4001::1", "3ffe::1"],
].flat();

it.each(SPECIAL_ADDRESSES)("%s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(PUBLIC_ADDRESSES)("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

/** URLs as an attacker writes them: they reach neither the name server with a private name nor the network. */
const HOSTILE_URLS = [
  ["http://127.0.0.1/", "http://127.0.0.1:80/", "http://127.1/", "http://127.0.1/", "http://2130706433/"],
  [
    "http://0x7f000001/",
    "http://0x7f.0.0.1/",
    "http://0x7f.1/",
    "http://017700000001/",
    "http://0177.0.0.1/",
  ],
  ["http://0177.0.0.01/", "http://127.0.0.1./", "http://127.000.000.001/", "http://0x7F.0x0.0x0.0x1/"],
  ["http://0/", "http://0.0.0.0/", "http://0x0/", "http://00/", "http://[::]/", "http://[::1]/"],
  [
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
  ],
  [
    "http://[0000::1]/",
    "http://[::ffff:0x7f.0.0.1]/",
    "http://[64:ff9b::127.0.0.1]/",
    "http://[2002:7f00:1::]/",
  ],
  ["http://[2001:0:7f00:1::1]/", "http://[fe80::1]/", "http://[fe80::1%25eth0]/", "http://[fc00::1]/"],
  ["http://[fd00:ec2::254]/", "http://[ff02::1]/", "http://[2001:db8::1]/", "http://[100::1]/"],
  [
    "http://169.254.169.254/latest/meta-data/",
    "http://0xa9fea9fe/",
    "http://2852039166/",
    "http://0251.0376.0251.0376/",
  ],
  [
    "http://169.254.43518/",
    "http://169.16689662/",
    "http://[::ffff:169.254.169.254]/",
    "http://[::ffff:a9fe:a9fe]/",
  ],
  [
    "http://①②⑦.⓪.⓪.①/",
    "http://１２７.０.０.１/",
    "http://127。0。0。1/",
    "http://127．0．0．1/",
    "http://127｡0｡0｡1/",
  ],
  [
    "http://0x7f。1/",
    "http://ⅼocalhost/",
    "http://ｌｏｃａｌｈｏｓｔ/",
    "http://loc\u00adalhost/",
    "http://𝐥𝐨𝐜𝐚𝐥𝐡𝐨𝐬𝐭/",
  ],
  [
    "http://localhost/",
    "http://LOCALHOST/",
    "http://localhost./",
    "http://a.localhost/",
    "http://a.localhost./",
  ],
  [
    "http://local%68ost/",
    "http://%6c%6f%63%61%6c%68%6f%73%74/",
    "http://127%2e0%2e0%2e1/",
    "http://%31%32%37.0.0.1/",
  ],
  [
    "http://localhost.localdomain/",
    "http://printer.local/",
    "http://metadata.google.internal/",
    "http://db.corp/",
  ],
  [
    "http://router.lan/",
    "http://router.home.arpa/",
    "http://x.onion/",
    "http://1.0.0.127.in-addr.arpa/",
    "http://x.invalid/",
  ],
  [
    "http://intranet/",
    "http://db/",
    "http://metadata/",
    "http://kubernetes/",
    "http://x.intranet/",
    "http://x.private/",
  ],
  ["http://user@public.test/", "http://user:secret@public.test/", "http://public.test@127.0.0.1/"],
  ["http://public.test:pass@127.0.0.1/", "http://127.0.0.1@public.test/", "http://public.test%40127.0.0.1/"],
  ["http:\\\\127.0.0.1\\", "http:/127.0.0.1/", "http:127.0.0.1/", "http:///127.0.0.1/"],
  [
    "http://127.0.0.1\\@public.test/",
    "http://\t127.0.0.1/",
    "h\nttp://127.0.0.1/",
    " http://127.0.0.1/ ",
    "http://127.0.0.1%00/",
  ],
  [
    "http://public.test:22/",
    "http://public.test:8080/",
    "https://public.test:8443/",
    "http://public.test:6379/",
  ],
  [
    "http://public.test:65536/",
    "http://public.test:0/",
    "http://public.test:-1/",
    "http://public.test:25/",
    "https://public.test:1/",
  ],
  [
    "ftp://public.test/",
    "file:///etc/passwd",
    "file://127.0.0.1/etc/passwd",
    "gopher://127.0.0.1:70/_x",
    "data:text/html,x",
  ],
  [
    "javascript:alert(1)",
    "blob:http://public.test/x",
    "ws://public.test/",
    "wss://public.test/",
    "about:blank",
  ],
  [
    "view-source:http://127.0.0.1/",
    "jar:http://127.0.0.1!/x",
    "dict://127.0.0.1:11211/",
    "ldap://127.0.0.1/",
    "mailto:a@b.test",
  ],
  [
    "//127.0.0.1/",
    "/etc/passwd",
    "127.0.0.1",
    "localhost:80",
    "",
    " ",
    "http://",
    "https://",
    "http://[",
    "http://[::1",
  ],
  [
    "http://10.0.0.1/",
    "http://10.1/",
    "http://0xa.1/",
    "http://012.1/",
    "http://167772161/",
    "http://172.16.0.1/",
  ],
  [
    "http://172.31.255.255/",
    "http://192.168.1.1/",
    "http://192.168.257/",
    "http://3232235777/",
    "http://0300.0250.1.1/",
  ],
  [
    "http://100.64.0.1/",
    "http://198.18.0.1/",
    "http://192.0.2.1/",
    "http://203.0.113.1/",
    "http://224.0.0.1/",
  ],
  [
    "http://255.255.255.255/",
    "http://240.0.0.1/",
    "http://192.0.0.8/",
    "http://192.88.99.1/",
    "http://4294967295/",
  ],
  [
    "http://4294967296/",
    "http://256.256.256.256/",
    "http://1.2.3.4.5/",
    "http://127.0.0.1.1/",
    "http://0x100000000/",
  ],
  [
    "http://rebound.test/",
    "http://half-private.test/",
    "http://v6-private.test/",
    "http://mapped.test/",
    "http://nat64.test/",
  ],
  [
    "http://empty.test/",
    "http://broken.test/",
    "http://rebound.test./",
    "http://garbage.test/",
    "http://metadata.test/",
  ],
  [
    "http://own.docenda.example/",
    "https://docenda.example/",
    "https://DOCENDA.example./mcp",
    "https://a.b.docenda.example/",
  ],
  [
    "http://.test/",
    "http://a..test/",
    "http://-/",
    "http://a_b/",
    "http://x.test../",
    `http://${"a".repeat(64)}.test/`,
  ],
].flat();

const NAMES: Record<string, string[]> = {
  "rebound.test": ["127.0.0.1"],
  "rebound.test.": ["127.0.0.1"],
  "half-private.test": ["93.184.215.14", "10.0.0.1"],
  "v6-private.test": ["93.184.215.14", "fd00::1"],
  "mapped.test": ["::ffff:127.0.0.1"],
  "nat64.test": ["64:ff9b::7f00:1"],
  "empty.test": [],
  "garbage.test": ["<script>"],
  "metadata.test": ["169.254.169.254"],
};

it("refuses more than 150 spellings of hostile URLs", () => {
  expect(new Set(HOSTILE_URLS).size).toBe(HOSTILE_URLS.length);
  expect(HOSTILE_URLS.length).toBeGreaterThan(150);
});

/** A name server that is as generous as possible: every name that is not listed above is public. */
function resolve(name: string): Promise<string[]> {
  if (name === "broken.test") return Promise.reject(new Error("SERVFAIL"));
  return Promise.resolve(NAMES[name] ?? ["93.184.215.14"]);
}

it.each(HOSTILE_URLS)("refuses %j before any connection (fault 35)", async (url) => {
  let connects = 0;
  const guardedFetch = createGuardedFetch({
    loopbackHosts: [],
    ownHosts: ["docenda.example"],
    resolve,
    fetch: () => {
      connects += 1;
      return Promise.resolve(new Response("reached"));
    },
  });
  await expect(guardedFetch(url)).rejects.toMatchObject({ name: "FetchRefused" });
  expect(connects).toBe(0);
});

it("refuses every hostile URL as the target of a redirect (faults 34, 35)", async () => {
  for (const target of HOSTILE_URLS) {
    const start = "http://public.test/start";
    // A relative reference leads back to the public host, which is no attack.
    if (URL.parse(target, start)?.origin === "http://public.test" && !target.includes("@")) continue;
    const connects: string[] = [];
    const guardedFetch = createGuardedFetch({
      loopbackHosts: [],
      ownHosts: ["docenda.example"],
      resolve,
      fetch: (input) => {
        connects.push(String(input));
        const headers = { get: (name: string) => (name === "location" ? target : null) };
        return Promise.resolve({ status: 302, headers, body: null } as unknown as Response);
      },
    });
    const outcome = await guardedFetch(start).catch((error: unknown) => (error as Error).name);
    expect({ target, outcome, connects }).toEqual({ target, outcome: "FetchRefused", connects: [start] });
  }
});
