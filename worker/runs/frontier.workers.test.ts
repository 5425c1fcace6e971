import { env, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { newId } from "#worker/platform/ids.ts";
import { scopeOf } from "./crawl-scope.ts";
import { Frontier, MAX_ATTEMPTS } from "./frontier.ts";
import type { PageResult } from "./frontier.ts";
import { outcomeWords } from "./outcome-words.ts";

const HOST = "https://front.test";

const SCOPE = scopeOf(`${HOST}/`);

/** Runs a step on an empty frontier, in the storage of an object of its own. */
function onFrontier(step: (frontier: Frontier, sql: SqlStorage) => void): Promise<void> {
  const stub = env.CRAWL_RUN.getByName(newId("frontier"));
  return runInDurableObject(stub, (_, { storage }) => step(new Frontier(storage.sql), storage.sql));
}

function add(frontier: Frontier, ...paths: string[]): void {
  frontier.add(
    paths.map((path) => HOST + path),
    { scope: SCOPE, depth: 0, pageLimit: 100 },
  );
}

function done(id: number, outcome: "indexed" | "duplicate" | "not-found", target?: string): PageResult {
  return {
    kind: "done",
    id,
    outcome,
    words: outcomeWords(outcome),
    links: [],
    ...(target ? { target: HOST + target } : {}),
  };
}

function outcomes(frontier: Frontier): Record<string, string> {
  const { pages } = frontier.list({ after: 0, limit: 100 });
  return Object.fromEntries(pages.map(({ url, outcome }) => [url.slice(HOST.length), outcome]));
}

describe("the frontier", () => {
  it("holds each URL once, gives them in order, and takes one report for each", async () => {
    await onFrontier((frontier) => {
      add(frontier, "/a", "/b", "/a", "/c", "/logo.png");
      frontier.add(["https://other.test/"], { scope: SCOPE, depth: 0, pageLimit: 100 });
      expect(frontier.lease(2, 1000).map(({ url }) => url)).toEqual([`${HOST}/a`, `${HOST}/b`]);
      expect(frontier.lease(2, 1000).map(({ url }) => url)).toEqual([`${HOST}/c`]);
      expect(frontier.lease(2, 1000)).toEqual([]);
      expect(frontier.settle(done(1, "indexed"), 2000)).toBe(true);
      expect(frontier.settle(done(1, "not-found"), 2000)).toBe(false);
      expect(outcomes(frontier)).toEqual({ "/a": "indexed" });
      expect(frontier.counts()).toEqual({ pending: 0, leased: 2 });
    });
  });

  it("gives a page back when its lease ends, and gives it up after three times", async () => {
    await onFrontier((frontier) => {
      add(frontier, "/slow");
      for (let attempt = 1, now = 0; attempt <= MAX_ATTEMPTS; attempt += 1, now += 100_000) {
        expect(frontier.lease(1, now)).toHaveLength(1);
        frontier.expireLeases(now + 59_000);
        expect(frontier.lease(1, now + 59_000)).toEqual([]);
        frontier.expireLeases(now + 61_000);
      }
      expect(frontier.lease(1, 1_000_000)).toEqual([]);
      expect(frontier.list({ after: 0, limit: 1 }).pages).toMatchObject([
        { outcome: "failed", reason: "It took too long or crashed the reader, three times." },
      ]);
      // The page's copy in the index stays.
      expect(frontier.unkept([`${HOST}/slow`, `${HOST}/other`])).toEqual([`${HOST}/other`]);
    });
  });

  it("tries a passing failure again, later, and takes the last one as it is", async () => {
    await onFrontier((frontier) => {
      add(frontier, "/busy", "/back");
      const busy = {
        kind: "retry",
        id: 1,
        outcome: "http-error",
        words: outcomeWords("http-error", { status: 503 }),
      } as const;
      frontier.lease(2, 0);
      // A page that was given back unread has lost no attempt.
      for (let time = 0; time < 5; time += 1) {
        frontier.settle({ kind: "release", id: 2, delayMs: 10 }, time);
        expect(frontier.lease(1, time + 10)).toMatchObject([{ id: 2 }]);
      }
      frontier.settle({ ...busy, delayMs: 5000 }, 0);
      expect(frontier.nextDueAt()).toBe(5000);
      expect(frontier.lease(1, 4999)).toEqual([]);
      expect(frontier.lease(1, 5000)).toHaveLength(1);
      frontier.settle({ ...busy, delayMs: 0 }, 6000);
      expect(frontier.lease(1, 6000)).toHaveLength(1);
      frontier.settle({ ...busy, delayMs: 0 }, 7000);
      expect(outcomes(frontier)).toEqual({ "/busy": "http-error" });
    });
  });

  it("lets one page stand for a text, and indexes the copy when the original is not searchable after all", async () => {
    await onFrontier((frontier) => {
      add(frontier, "/a", "/b", "/c", "/d");
      frontier.lease(4, 0);
      expect(frontier.claimText(1, "text", null)).toBeNull();
      expect(frontier.claimText(1, "text", null)).toBeNull();
      expect(frontier.claimText(2, "text", null)).toBe(`${HOST}/a`);
      // The index has this text under a URL that has another one by now, or that is gone.
      frontier.settle(done(1, "not-found"), 0);
      expect(frontier.claimText(3, "old text", `${HOST}/a`)).toBeNull();
      expect(frontier.claimText(4, "other", `${HOST}/elsewhere`)).toBe(`${HOST}/elsewhere`);
      frontier.settle(done(2, "duplicate", "/a"), 0);
      frontier.settle(done(3, "indexed"), 0);
      frontier.settle(done(4, "duplicate", "/elsewhere"), 0);

      expect(frontier.requeueOrphans()).toBeGreaterThan(0);
      expect(frontier.lease(4, 0)).toMatchObject([
        { id: 2, isLastResort: true },
        { id: 4, isLastResort: true },
      ]);
      frontier.settle(done(2, "indexed"), 0);
      frontier.settle(done(4, "indexed"), 0);
      expect(frontier.requeueOrphans()).toBe(0);
      expect(outcomes(frontier)).toEqual({
        "/a": "not-found",
        "/b": "indexed",
        "/c": "indexed",
        "/d": "indexed",
      });
    });
  });

  it("follows a copy through a redirect, and breaks a ring of copies", async () => {
    await onFrontier((frontier) => {
      add(frontier, "/a", "/b", "/c", "/ring-1", "/ring-2");
      frontier.lease(5, 0);
      frontier.settle(done(1, "duplicate", "/b"), 0);
      frontier.settle({ ...done(2, "duplicate", "/c"), outcome: "redirected" } as PageResult, 0);
      frontier.settle(done(3, "indexed"), 0);
      frontier.settle(done(4, "duplicate", "/ring-2"), 0);
      frontier.settle(done(5, "duplicate", "/ring-1"), 0);
      frontier.requeueOrphans();
      expect(frontier.lease(5, 0).map(({ id }) => id)).toEqual([4, 5]);
    });
  });

  it("lists in parts, whole and by outcome", async () => {
    await onFrontier((frontier) => {
      add(frontier, "/a", "/b", "/c");
      frontier.lease(3, 0);
      frontier.settle(done(1, "indexed"), 0);
      frontier.settle(done(2, "not-found"), 0);
      frontier.settle(done(3, "indexed"), 0);
      const first = frontier.list({ after: 0, limit: 2 });
      expect(first.pages.map(({ url }) => url)).toEqual([`${HOST}/a`, `${HOST}/b`]);
      expect(frontier.list({ after: first.next ?? -1, limit: 2 })).toMatchObject({
        pages: [{ url: `${HOST}/c` }],
        next: null,
      });
      expect(frontier.list({ outcome: "not-found", after: 0, limit: 2 }).pages).toHaveLength(1);
      expect(frontier.unkept([`${HOST}/a`, `${HOST}/b`, `${HOST}/c`])).toEqual([`${HOST}/b`]);
      expect(frontier.outcomeCounts()).toEqual({ indexed: 2, "not-found": 1 });
    });
  });
});
