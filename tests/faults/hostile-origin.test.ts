import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createGuardedFetch } from "#worker/platform/guarded-fetch.ts";

const MIB = 1024 * 1024;
const bomb = gzipSync(Buffer.alloc(50 * MIB));
const brotliBomb = brotliCompressSync(Buffer.alloc(50 * MIB), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
});
const requests: IncomingMessage[] = [];

/** An origin with bad manners, on this machine. */
function answer(request: IncomingMessage, response: ServerResponse) {
  requests.push(request);
  const path = request.url ?? "/";
  const hop = /^\/hop\/(\d+)$/.exec(path);
  if (hop) {
    const left = Number(hop[1]);
    response.writeHead(
      left > 0 ? 302 : 200,
      left > 0 ? { location: `/hop/${left - 1}`, "set-cookie": "a=b" } : {},
    );
    response.end(left > 0 ? "" : "arrived");
  } else if (path === "/loop") {
    response.writeHead(301, { location: "/loop" }).end();
  } else if (path === "/bomb") {
    response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
  } else if (path === "/brotli-bomb") {
    response.writeHead(200, { "content-encoding": "br" }).end(brotliBomb);
  } else if (path === "/packed-twice") {
    response.writeHead(200, { "content-encoding": "gzip, gzip" }).end(gzipSync(bomb));
  } else if (path === "/long") {
    response.writeHead(200).end(Buffer.alloc(2 * MIB));
  } else if (path === "/endless") {
    response.writeHead(200);
    const push = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
    };
    response.on("drain", push);
    push();
  } else if (path === "/slow") {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x"), 20);
    response.on("close", () => clearInterval(timer));
  } else if (path === "/silent") {
    // Never answers.
  } else if (path === "/no-location") {
    response.writeHead(302).end("nowhere");
  } else if (path === "/304") {
    response.writeHead(304, { etag: '"1"' }).end();
  } else {
    response.writeHead(200, { "content-type": "text/plain" }).end(`hello from ${path}`);
  }
}

const server = createServer(answer);
let origin = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const guardedFetch = createGuardedFetch({ loopbackHosts: ["127.0.0.1"] });

it("gives status, final URL, headers and bytes, and sends no credentials", async () => {
  const page = await guardedFetch(`${origin}/page#part`, {
    accept: "text/html",
    headers: { "if-none-match": '"x"' },
  });
  expect(page).toMatchObject({ status: 200, url: `${origin}/page`, redirects: [] });
  expect(page.headers.get("content-type")).toBe("text/plain");
  expect(new TextDecoder().decode(page.bytes)).toBe("hello from /page");
  const sent = requests.at(-1)?.headers;
  expect(sent).toMatchObject({ accept: "text/html", "if-none-match": '"x"' });
  expect(sent?.["user-agent"]).toMatch(/^DocendaBot\//);
});

it("gives a 304 without a body, and a redirect without a target as it is", async () => {
  expect(await guardedFetch(`${origin}/304`)).toMatchObject({ status: 304, bytes: new Uint8Array() });
  expect((await guardedFetch(`${origin}/no-location`)).status).toBe(302);
});

it("follows five redirects without carrying cookies, and refuses the sixth (fault 34)", async () => {
  const page = await guardedFetch(`${origin}/hop/5`);
  expect(page).toMatchObject({ status: 200, url: `${origin}/hop/0` });
  expect(page.redirects).toEqual([5, 4, 3, 2, 1].map((left) => `${origin}/hop/${left}`));
  expect(requests.at(-1)?.headers.cookie).toBeUndefined();
  await expect(guardedFetch(`${origin}/hop/6`)).rejects.toMatchObject({ kind: "too-many-redirects" });
  await expect(guardedFetch(`${origin}/loop`)).rejects.toMatchObject({ kind: "too-many-redirects" });
});

it("asks before it follows a redirect", async () => {
  const refused = guardedFetch(`${origin}/hop/1`, { allowRedirect: () => "elsewhere" });
  await expect(refused).rejects.toMatchObject({
    kind: "redirect-refused",
    message: "elsewhere",
    target: `${origin}/hop/0`,
  });
});

it.each(["/bomb", "/brotli-bomb", "/long", "/endless"])(
  "stops reading %s at the limit (faults 31, 32)",
  async (path) => {
    await expect(guardedFetch(origin + path, { maxBytes: MIB })).rejects.toMatchObject({
      kind: "too-large",
      message: "more than 1 MiB",
    });
    const cut = await guardedFetch(origin + path, { maxBytes: MIB, atMaxBytes: "cut" });
    expect(cut.bytes.byteLength).toBe(MIB);
  },
);

it("does not read what is packed several times over (fault 31)", async () => {
  const refused = guardedFetch(`${origin}/packed-twice`, { maxBytes: MIB, atMaxBytes: "cut" });
  await expect(refused).rejects.toMatchObject({
    kind: "too-large",
    message: "it is compressed more than once",
  });
});

it.each(["/slow", "/silent"])("gives up on %s at the deadline (fault 33)", async (path) => {
  await expect(guardedFetch(origin + path, { totalTimeoutMs: 150 })).rejects.toMatchObject({
    kind: "timeout",
    message: "no whole answer within 0.15 s",
  });
});

it("says unreachable when nobody listens", async () => {
  await expect(guardedFetch("http://127.0.0.1:1/")).rejects.toMatchObject({ kind: "unreachable" });
});
