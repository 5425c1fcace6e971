import { expect, it } from "vitest";
import { createGuardedFetch } from "./guarded-fetch.ts";

it("looks the name up again for every connection: a name that turns private is refused (fault 35)", async () => {
  const { guarded, connects } = stubbed({
    answers: { "https://turning.test/": "https://turning.test/again" },
    names: { "turning.test": [["93.184.215.14"], ["127.0.0.1"]] },
  });
  await expect(guarded("https://turning.test/")).rejects.toMatchObject({
    kind: "refused-address",
    message: "the host name leads to an address that is not public",
  });
  expect(connects).toEqual(["https://turning.test/"]);
});

it("refuses the way from https to http, and takes the way back (fault 34)", async () => {
  const { guarded } = stubbed({
    answers: { "https://down.test/": "http://down.test/", "http://up.test/": "https://up.test/" },
  });
  await expect(guarded("https://down.test/")).rejects.toMatchObject({ kind: "redirect-refused" });
  expect(await guarded("http://up.test/")).toMatchObject({
    url: "https://up.test/",
    redirects: ["http://up.test/"],
  });
});

it("does not let a public page lead to this machine, even where this machine may be read", async () => {
  const { guarded, connects } = stubbed({
    answers: { "http://public.test/": "http://127.0.0.1:8787/" },
    loopbackHosts: ["127.0.0.1"],
  });
  await expect(guarded("http://public.test/")).rejects.toMatchObject({ kind: "refused-address" });
  expect(connects).toEqual(["http://public.test/"]);
});

it("keeps this machine closed when it is not listed", async () => {
  const { guarded, connects } = stubbed({ answers: {} });
  await expect(guarded("http://localhost:8787/")).rejects.toMatchObject({ kind: "refused-address" });
  expect(connects).toEqual([]);
});

it("leaves a body unread that nobody wants", async () => {
  let isCancelled = false;
  const body = new ReadableStream({ cancel: () => void (isCancelled = true) });
  const guarded = createGuardedFetch({
    loopbackHosts: ["127.0.0.1"],
    fetch: () => Promise.resolve(new Response(body, { headers: { "content-type": "video/mp4" } })),
  });
  const page = await guarded("http://127.0.0.1/", {
    wantsBody: ({ headers }) => headers.get("content-type") === "text/html",
  });
  expect(page).toMatchObject({ status: 200, bytes: new Uint8Array() });
  expect(isCancelled).toBe(true);
});

it("believes no Content-Length (fault 32)", async () => {
  const guarded = createGuardedFetch({
    loopbackHosts: ["127.0.0.1"],
    fetch: () => Promise.resolve(new Response("x".repeat(2000), { headers: { "content-length": "10" } })),
  });
  await expect(guarded("http://127.0.0.1/", { maxBytes: 1000 })).rejects.toMatchObject({ kind: "too-large" });
});

/** A guard with a prepared network and name server, and the connections that the guard made. */
function stubbed(options: {
  answers: Record<string, string>;
  names?: Record<string, string[][]>;
  loopbackHosts?: string[];
}) {
  const connects: string[] = [];
  const lookUps: Record<string, number> = {};
  const guarded = createGuardedFetch({
    loopbackHosts: options.loopbackHosts ?? [],
    resolve: (name) => {
      lookUps[name] = (lookUps[name] ?? -1) + 1;
      const answers = options.names?.[name] ?? [["93.184.215.14"]];
      return Promise.resolve(answers[Math.min(lookUps[name], answers.length - 1)] ?? []);
    },
    fetch: (input) => {
      connects.push(String(input));
      const location = options.answers[String(input)];
      return Promise.resolve(
        location === undefined
          ? new Response("page")
          : ({ status: 302, headers: new Headers({ location }), body: null } as unknown as Response),
      );
    },
  });
  return { guarded, connects };
}
