import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { newId } from "#worker/platform/ids.ts";
import type { IndexQuery } from "./candidates.ts";
import { askIndex } from "./packed-candidates.ts";
import { pageOf, questionOf } from "./test-pages.ts";
import { bindVectors, VectorBindingByHand } from "./test-vector-binding.ts";

const KETTLE = "https://a.test/kettle";
const TOASTER = "https://a.test/toaster";

async function kettle(more = "") {
  return await pageOf(
    KETTLE,
    `# Kettles\n\nBoil water in a kettle.${more}\n\n## Limescale\n\nVinegar dissolves it.`,
  );
}

async function toaster() {
  return await pageOf(TOASTER, "# Toasters\n\nEmpty the tray of crumbs.");
}

/** An index that has no room for vectors in memory beside the vector store, or with room for some. */
async function makeIndex({
  owner = `u_${newId("usr")}`,
  vectors = new VectorBindingByHand(),
  room = 0,
} = {}) {
  const sourceId = newId("src");
  const index = env.DOCS_INDEX.getByName(`${owner}/default/${sourceId}`);
  await bindVectors(index, vectors, { maxVectorBytes: room });
  return { index, vectors, sourceId, owner };
}

/** A question with no word of the pages, so that only its vector can find one. */
async function meaning(like: string, more: Partial<IndexQuery> = {}) {
  return { ...(await questionOf(like)), terms: [], ...more };
}

describe("an index whose vectors have no room in memory", () => {
  it("copies them to the store, and asks it for what is near", async () => {
    const { index, vectors, sourceId, owner } = await makeIndex();
    await index.putPage(await kettle());
    await index.putPage(await toaster());
    expect(vectors.rows.size).toBe(0);
    expect(await index.copyProgress()).toEqual({ copied: 0, of: 3 });
    await runDurableObjectAlarm(index);
    expect(await index.copyProgress()).toEqual({ copied: 3, of: 3 });
    expect(vectors.idsOf(sourceId)).toEqual([1, 2, 3].map((n) => `${sourceId}:${n}`));
    expect(vectors.rows.get(`${sourceId}:1`)).toMatchObject({ namespace: owner, sourceId });
    const { candidates, isByWords } = await askIndex(index, await meaning("crumbs in a tray"));
    expect(isByWords).toBe(false);
    expect(candidates[0]).toMatchObject({ url: TOASTER });
    expect(vectors.questions).toEqual([
      expect.objectContaining({ namespace: owner, topK: 100, filter: { sourceId } }),
    ]);
  });

  it("compares with the same numbers as one that has room", async () => {
    const { index } = await makeIndex();
    const roomy = await makeIndex({ room: 1_000_000 });
    for (const one of [index, roomy.index]) {
      await one.putPage(await kettle());
      await one.putPage(await toaster());
    }
    await runDurableObjectAlarm(index);
    const query = await questionOf("boil vinegar");
    const of = async (one: typeof index) =>
      (await askIndex(one, query)).candidates.map(({ url, ordinal, cosine }) => ({
        url,
        ordinal,
        cosine: cosine?.toFixed(6),
      }));
    expect(await of(index)).toEqual(await of(roomy.index));
    expect((await index.rankWithinPage(KETTLE, [query])).map(({ score }) => score.toFixed(6))).toEqual(
      (await roomy.index.rankWithinPage(KETTLE, [query])).map(({ score }) => score.toFixed(6)),
    );
    expect(roomy.vectors.rows.size + roomy.vectors.questions.length).toBe(0);
    expect(await roomy.index.copyProgress()).toBeNull();
    expect(await runDurableObjectAlarm(roomy.index)).toBe(false);
  });

  it("takes the old vectors of a page away when it is written again or removed", async () => {
    const { index, vectors, sourceId } = await makeIndex();
    await index.putPage(await kettle());
    await index.putPage(await toaster());
    await runDurableObjectAlarm(index);
    expect(await index.putPage(await kettle(" Or on a stove."))).toBe("changed");
    await runDurableObjectAlarm(index);
    expect(vectors.idsOf(sourceId)).toEqual([3, 4, 5].map((n) => `${sourceId}:${n}`));
    await index.removePages([TOASTER]);
    await runDurableObjectAlarm(index);
    expect(vectors.idsOf(sourceId)).toEqual([4, 5].map((n) => `${sourceId}:${n}`));
    expect(await index.putPage(await kettle(" Or on a stove."))).toBe("unchanged");
    expect(await runDurableObjectAlarm(index)).toBe(false);
  });

  it("brings those that it had before it grew, also in another life of the object", async () => {
    const { index, vectors, sourceId } = await makeIndex({ room: 3 * 128 });
    await index.putPage(await kettle());
    expect(await runDurableObjectAlarm(index)).toBe(false);
    await index.putPage(await toaster());
    await index.putPage(await pageOf("https://a.test/iron", "# Irons\n\nFill the tank."));
    await evictDurableObject(index);
    await bindVectors(index, vectors, { maxVectorBytes: 3 * 128 });
    await runDurableObjectAlarm(index);
    expect(vectors.idsOf(sourceId)).toHaveLength(4);
  });

  it("begins with the copy at a question, when it has been too large for longer than there is a store", async () => {
    const { index, vectors } = await makeIndex({ room: 1_000_000 });
    await index.putPage(await kettle());
    await bindVectors(index, vectors, { maxVectorBytes: 0 });
    expect((await askIndex(index, await questionOf("kettle"))).candidates[0]).toMatchObject({ url: KETTLE });
    await runDurableObjectAlarm(index);
    expect(vectors.rows.size).toBe(2);
  });

  it("goes on where it was when the store comes back, and the page is stored meanwhile", async () => {
    const { index, vectors, sourceId } = await makeIndex();
    await index.putPage(await kettle());
    await runDurableObjectAlarm(index);
    vectors.isDown = true;
    expect(await index.putPage(await kettle(" Or on a stove."))).toBe("changed");
    expect(await index.putPage(await toaster())).toBe("added");
    expect(await runDurableObjectAlarm(index)).toBe(true);
    expect(await index.copyProgress()).toEqual({ copied: 0, of: 3 });
    vectors.isDown = false;
    expect(await runDurableObjectAlarm(index)).toBe(true);
    expect(vectors.idsOf(sourceId)).toEqual([3, 4, 5].map((n) => `${sourceId}:${n}`));
    expect(await index.copyProgress()).toEqual({ copied: 3, of: 3 });
  });

  it("finds by words and says so when the store does not answer; what it found is compared all the same (fault 44)", async () => {
    const { index, vectors } = await makeIndex();
    await index.putPage(await kettle());
    await index.putPage(await toaster());
    await runDurableObjectAlarm(index);
    vectors.isDown = true;
    const { candidates, isByWords } = await askIndex(index, await questionOf("boil water"));
    expect(isByWords).toBe(true);
    expect(candidates.map(({ url }) => url)).toEqual([KETTLE]);
    expect(candidates[0]!.cosine).toBeGreaterThan(0.3);
    expect((await askIndex(index, await meaning("boil water"))).candidates).toEqual([]);
  });

  it("passes over what the store does not see yet, and what it still sees though it is gone (fault 44)", async () => {
    const { index, vectors } = await makeIndex();
    await index.putPage(await toaster());
    await runDurableObjectAlarm(index);
    vectors.isLate = true;
    await index.putPage(await kettle());
    await index.removePages([TOASTER]);
    await runDurableObjectAlarm(index);
    const found = async () =>
      (await askIndex(index, await meaning("boil water"))).candidates.map(({ url }) => url);
    expect(vectors.rows.size).toBe(1);
    expect(await found()).toEqual([]);
    expect((await askIndex(index, await questionOf("boil water"))).candidates).toHaveLength(1);
    vectors.catchUp();
    expect(new Set(await found())).toEqual(new Set([KETTLE]));
  });

  it("shows nothing for ids of others, whatever the store says (fault 44)", async () => {
    const vectors = new VectorBindingByHand();
    const one = await makeIndex({ vectors });
    const other = await makeIndex({ vectors });
    await one.index.putPage(await kettle());
    await other.index.putPage(await toaster());
    await runDurableObjectAlarm(one.index);
    await runDurableObjectAlarm(other.index);
    expect(vectors.rows.size).toBe(3);
    const query = await meaning("crumbs in a tray");
    expect((await askIndex(one.index, query)).candidates.map(({ url }) => url)).not.toContain(TOASTER);
    const foundWith = async (...ids: string[]) => {
      const answer = { matches: ids.map((id) => ({ id, score: 1 })) };
      await bindVectors(one.index, { ...vectors, query: async () => answer } as never);
      return (await askIndex(one.index, query)).candidates.map(({ url }) => url);
    };
    const gone = [`${one.sourceId}:99`, `${one.sourceId}:x`, `${one.sourceId}:`, "x"];
    expect(await foundWith(...vectors.idsOf(other.sourceId), ...gone)).toEqual([]);
    expect(await foundWith(...vectors.idsOf(other.sourceId), ...gone, `${one.sourceId}:1`)).toEqual([KETTLE]);
  });
});

describe("a page that changes while its vectors are on their way", () => {
  it("leaves none of the old ones when it is written again or removed", async () => {
    const { index, vectors, sourceId } = await makeIndex();
    await index.putPage(await kettle());
    await index.putPage(await toaster());
    const changed = await kettle(" Or on a stove.");
    await runInDurableObject(index, async (object) => {
      vectors.meanwhile = async () => {
        await object.putPage(changed);
        await object.removePages([TOASTER]);
      };
      await object.alarm();
    });
    expect(vectors.idsOf(sourceId)).toEqual([4, 5].map((n) => `${sourceId}:${n}`));
    expect(await index.copyProgress()).toEqual({ copied: 2, of: 2 });
  });

  it("leaves none when the index is cleared, or cleared and filled anew", async () => {
    const { index, vectors, sourceId } = await makeIndex();
    const [page, next] = [await kettle(), await toaster()];
    await runInDurableObject(index, async (object) => {
      await object.putPage(page);
      vectors.meanwhile = () => object.clear();
      await object.alarm();
      expect(vectors.rows.size).toBe(0);
      await object.putPage(page);
      vectors.meanwhile = async () => {
        await object.clear();
        await object.putPage(next);
      };
      await object.alarm();
    });
    expect(vectors.idsOf(sourceId)).toEqual([`${sourceId}:3`]);
  });
});

describe("an index that is cleared", () => {
  it("empties the store, as soon as that answers, and then has nothing", async () => {
    const { index, vectors } = await makeIndex();
    await index.putPage(await kettle());
    await runDurableObjectAlarm(index);
    vectors.isDown = true;
    await index.clear();
    await index.clear();
    await runDurableObjectAlarm(index);
    expect(vectors.rows.size).toBe(2);
    expect(await index.totals()).toEqual({ pages: 0, chunks: 0, tokens: 0 });
    expect((await askIndex(index, await meaning("boil"))).candidates).toEqual([]);
    vectors.isDown = false;
    await runDurableObjectAlarm(index);
    expect(vectors.rows.size).toBe(0);
    await runInDurableObject(index, async (_, { storage }) => {
      const tables = storage.sql.exec(
        "SELECT name FROM sqlite_master WHERE name NOT LIKE '#_cf#_%' ESCAPE '#'",
      );
      expect(tables.toArray()).toEqual([]);
      expect(await storage.getAlarm()).toBeNull();
    });
  });

  it("takes nothing of what it gets anew", async () => {
    const { index, vectors, sourceId } = await makeIndex();
    await index.putPage(await kettle());
    await runDurableObjectAlarm(index);
    vectors.isDown = true;
    await index.clear();
    await index.putPage(await toaster());
    await index.putPage(await kettle());
    await runDurableObjectAlarm(index);
    vectors.isDown = false;
    await runDurableObjectAlarm(index);
    expect(vectors.idsOf(sourceId)).toEqual([3, 4, 5].map((n) => `${sourceId}:${n}`));
    expect((await askIndex(index, await meaning("crumbs in a tray"))).candidates[0]).toMatchObject({
      url: TOASTER,
    });
  });

  it("keeps to itself again what has room", async () => {
    const { index, vectors } = await makeIndex();
    await index.putPage(await kettle());
    await runDurableObjectAlarm(index);
    await index.clear();
    await bindVectors(index, vectors, { maxVectorBytes: 1_000_000 });
    await index.putPage(await toaster());
    await runDurableObjectAlarm(index);
    expect(vectors.rows.size).toBe(0);
    expect(await index.copyProgress()).toBeNull();
    await index.putPage(await kettle());
    expect(await runDurableObjectAlarm(index)).toBe(false);
  });
});
