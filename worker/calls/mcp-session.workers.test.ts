import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { KeptPage } from "#worker/reader/find-page.ts";

const NOTHING = { sentChunkHashes: [], recentQueries: [] };

function session(handle: string) {
  return env.MCP_SESSION.getByName(`u_session-tests:${handle}`);
}

function page(name: string, markdown = `# ${name}`): KeptPage {
  return {
    url: `https://docs.test/${name}`,
    title: name,
    markdown,
    tokens: 5,
    contentHash: `hash of ${name}`,
    fetchedAt: 1,
    source: "docs",
    version: null,
  };
}

/** Moves the life of a session into the past. */
async function age(stub: ReturnType<typeof session>, minutes: { born: number; used: number }) {
  await runInDurableObject(stub, (_, state) => {
    const now = Date.now();
    state.storage.kv.put("life", {
      bornAt: now - minutes.born * 60_000,
      usedAt: now - minutes.used * 60_000,
    });
  });
}

describe("a handle that nobody has used", () => {
  it("is empty, and looking stores nothing", async () => {
    const stub = session("unused");
    expect(await stub.memory()).toEqual(NOTHING);
    expect(await stub.keptPage("https://docs.test/a")).toBeNull();
    expect(await stub.replayed("call")).toBeNull();
    await stub.keepPages([]);
    const stored = await runInDurableObject(stub, async (_, state) => ({
      values: [...state.storage.kv.list()],
      bytes: state.storage.sql.databaseSize,
      alarm: await state.storage.getAlarm(),
    }));
    // A database of one page has its header and no table.
    expect(stored).toEqual({ values: [], bytes: 4096, alarm: null });
  });
});

describe("what was sent", () => {
  it("remembers hashes once and questions newest first, and nothing of another handle", async () => {
    const stub = session("sent");
    await stub.remember({ query: "first", chunkHashes: ["a", "b"] });
    await stub.remember({ query: "second", chunkHashes: ["b", "c"] });
    await stub.remember({ query: null, chunkHashes: ["d"] });
    await stub.remember({ query: "first", chunkHashes: ["a", "b"] });
    expect(await stub.memory()).toEqual({
      sentChunkHashes: ["a", "b", "c", "d"],
      recentQueries: ["first", "second"],
    });
    expect(await session("another").memory()).toEqual(NOTHING);
  });

  it("keeps the newest 2,000 hashes and 20 questions", async () => {
    const stub = session("many");
    for (let i = 0; i < 25; i += 1) {
      await stub.remember({
        query: `question ${i}`,
        chunkHashes: Array.from({ length: 100 }, (_, n) => `${i}-${n}`),
      });
    }
    const { sentChunkHashes, recentQueries } = await stub.memory();
    expect(sentChunkHashes).toHaveLength(2000);
    expect(sentChunkHashes[0]).toBe("5-0");
    expect(sentChunkHashes.at(-1)).toBe("24-99");
    expect(recentQueries).toHaveLength(20);
    expect(recentQueries[0]).toBe("question 24");
  });
});

describe("pages read ahead", () => {
  it("gives a page back whole, and the newer of two with one URL", async () => {
    const stub = session("pages");
    await stub.keepPages([page("a"), page("b")]);
    await stub.keepPages([page("a", "# changed")]);
    expect(await stub.keptPage("https://docs.test/a")).toEqual(page("a", "# changed"));
    expect(await stub.keptPage("https://docs.test/b")).toEqual(page("b"));
    expect(await stub.keptPage("https://docs.test/c")).toBeNull();
  });

  it("keeps the newest 8", async () => {
    const stub = session("eight");
    for (let i = 0; i < 10; i += 1) await stub.keepPages([page(`p${i}`)]);
    const kept = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => (await stub.keptPage(`https://docs.test/p${i}`)) !== null),
    );
    expect(kept).toEqual([false, false, true, true, true, true, true, true, true, true]);
  });

  it("keeps at most 2 MB and leaves out a page of more than 1 MB", async () => {
    const stub = session("large");
    await stub.keepPages([page("huge", "x".repeat(1_100_000))]);
    expect(await stub.keptPage("https://docs.test/huge")).toBeNull();
    await stub.keepPages([1, 2, 3].map((n) => page(`p${n}`, "é".repeat(400_000))));
    expect(await stub.keptPage("https://docs.test/p1")).toBeNull();
    expect(await stub.keptPage("https://docs.test/p2")).not.toBeNull();
    expect(await stub.keptPage("https://docs.test/p3")).not.toBeNull();
  });
});

describe("answers of the last minute", () => {
  it("gives the first answer of a call again for 60 s and no longer", async () => {
    const stub = session("replay");
    await stub.rememberResult("call", "answer");
    await stub.rememberResult("call", "a later answer");
    expect(await stub.replayed("call")).toBe("answer");
    expect(await stub.replayed("another call")).toBeNull();
    await runInDurableObject(stub, (_, state) => {
      state.storage.kv.put("answers", [{ callHash: "call", at: Date.now() - 60_001 }]);
    });
    expect(await stub.replayed("call")).toBeNull();
    await stub.rememberResult("call", "a new answer");
    expect(await stub.replayed("call")).toBe("a new answer");
  });

  it("keeps the newest 32", async () => {
    const stub = session("answers");
    for (let i = 0; i < 40; i += 1) await stub.rememberResult(`call ${i}`, "answer");
    expect(await stub.replayed("call 7")).toBeNull();
    expect(await stub.replayed("call 8")).toBe("answer");
  });
});

describe("a session that is opened", () => {
  const given = { query: "q", chunkHashes: ["a"] };

  it("is known once it has had an answer", async () => {
    const stub = session("not-opened");
    expect(await stub.opened("call")).toEqual({ replayed: null, isKnown: false });
    await stub.remember(given);
    expect(await stub.opened("call")).toEqual({ replayed: null, isKnown: true });
  });

  it("begins again with an answer, for a caller that has lost what was sent before, and keeps its questions", async () => {
    const stub = session("again");
    await stub.remember(given);
    await stub.beginAgain({ query: "r", chunkHashes: ["b"] });
    expect(await stub.memory()).toEqual({ sentChunkHashes: ["b"], recentQueries: ["r", "q"] });
  });
});

describe("the end of a session", () => {
  it("lives on while it is used, then forgets everything after 30 idle minutes", async () => {
    const stub = session("idle");
    await stub.remember({ query: "q", chunkHashes: ["a"] });
    await age(stub, { born: 40, used: 10 });
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    expect((await stub.memory()).sentChunkHashes).toEqual(["a"]);
    await age(stub, { born: 70, used: 31 });
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    expect(await stub.memory()).toEqual(NOTHING);
    await stub.remember({ query: "again", chunkHashes: ["b"] });
    expect(await stub.memory()).toEqual({ sentChunkHashes: ["b"], recentQueries: ["again"] });
  });

  it("ends after 24 hours even when it is in use", async () => {
    const stub = session("old");
    await stub.remember({ query: "q", chunkHashes: ["a"] });
    await age(stub, { born: 24 * 60, used: 0 });
    await runDurableObjectAlarm(stub);
    expect(await stub.memory()).toEqual(NOTHING);
  });
});
