import { describe, expect, it } from "vitest";
import { FetchRefused } from "#worker/platform/guarded-fetch.ts";
import type { Fetched, GuardedFetch } from "#worker/platform/guarded-fetch.ts";
import { keepRules, loadRobots } from "./load-robots.ts";
import type { RobotsAnswer } from "./load-robots.ts";

const HOUR_MS = 60 * 60_000;
const LOST = new FetchRefused("unreachable", "the connection failed");

/** A site whose answers come one after the other. */
function answering(...answers: (Error | number | string)[]): GuardedFetch {
  const left = [...answers];
  return async (url) => {
    const answer = left.shift();
    if (answer === undefined) throw new Error("asked once too often");
    if (answer instanceof Error) throw answer;
    const isText = typeof answer === "string";
    return {
      status: isText ? 200 : answer,
      url,
      redirects: [],
      headers: new Headers(),
      bytes: new TextEncoder().encode(isText ? answer : ""),
    } satisfies Fetched;
  };
}

async function load(now: number, ...answers: (Error | number | string)[]): Promise<RobotsAnswer> {
  return loadRobots(answering(...answers), "https://site.test", { now, isLoopback: false });
}

describe("a robots.txt", () => {
  it("is asked for once more when the connection fails, and no further (fault 36)", async () => {
    expect(await load(0, LOST, "Disallow: /a")).toMatchObject({ kind: "rules", text: "Disallow: /a" });
    expect(await load(0, LOST, LOST)).toMatchObject({ kind: "nothing", outcome: "unreachable" });
    expect(await load(0, new FetchRefused("timeout", "slow"))).toMatchObject({ outcome: "timeout" });
  });

  it.each([404, 410, 401, 403, 429])("that answers %i forbids nothing (fault 36)", async (status) => {
    expect(await load(0, status)).toMatchObject({ kind: "rules", text: "", goodUntil: 24 * HOUR_MS });
  });

  it.each([500, 503])(
    "that answers %i forbids everything, and is asked for again soon (fault 36)",
    async (status) => {
      expect(await load(0, status)).toMatchObject({
        kind: "nothing",
        outcome: "robots",
        reason: expect.stringContaining(String(status)),
        goodUntil: 60_000,
      });
    },
  );

  it.each([
    ["an error of the server", [503]],
    ["no answer", [new FetchRefused("timeout", "slow")]],
    ["no connection", [LOST, LOST]],
  ])(
    "holds through %s for a day after it should have been asked for again (fault 36)",
    async (_, failure) => {
      const known = await load(0, "Disallow: /a");
      const later = await load(25 * HOUR_MS, ...failure);
      expect(keepRules(known, later)).toMatchObject({ text: "Disallow: /a", goodUntil: later.goodUntil });
      expect(keepRules(known, await load(49 * HOUR_MS, ...failure))).toMatchObject({ kind: "nothing" });
      expect(keepRules(null, later)).toMatchObject({ kind: "nothing" });
      expect(keepRules(later, later)).toMatchObject({ kind: "nothing" });
    },
  );

  it("gives way to newer rules, to none, and to an address that is not read any more", async () => {
    const known = await load(0, "Disallow: /a");
    expect(keepRules(known, await load(HOUR_MS, "Disallow: /b"))).toMatchObject({ text: "Disallow: /b" });
    expect(keepRules(known, await load(HOUR_MS, 404))).toMatchObject({ kind: "rules", text: "" });
    const refused = new FetchRefused("refused-address", "this is not public");
    expect(keepRules(known, await load(HOUR_MS, refused))).toMatchObject({ outcome: "refused-address" });
  });
});
