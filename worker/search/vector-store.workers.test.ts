import { runDurableObjectAlarm } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { sources, users } from "#schema/index.ts";
import { callSearch } from "#tests/support/agent-calls.workers.ts";
import { ctxOf, makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { DEFAULT_INDEX_ID } from "#schema/values.ts";
import { finishDeletion } from "#worker/account-deletion/finish-deletion.ts";
import { pageOf } from "#worker/docs-index/test-pages.ts";
import { bindVectors, VectorBindingByHand } from "#worker/docs-index/test-vector-binding.ts";
import { removeSource } from "#worker/sources/remove-source.ts";
import { showSources } from "#worker/sources/show-sources.ts";

const PAGES = [
  {
    path: "kettle",
    title: "Descaling",
    markdown: "# Descaling\n\nBoil the zorbulator kettle with vinegar, twice.",
  },
  {
    path: "toaster",
    title: "Crumbs",
    markdown: "# Crumbs\n\nEmpty the zorbulator toaster with its tray, weekly.",
  },
];

type Appliances = Awaited<ReturnType<typeof makeAppliances>>;

/** The account's own sources as a list of them shows them, where no source has room. */
async function ownSources({ ctx }: Appliances) {
  return (await showSources(ctx, { maxVectorBytes: 1 })).filter(({ isPublic }) => !isPublic);
}

/** An account whose only source has no room for its vectors, and has copied them to the store. */
async function makeAppliances(vectors: VectorBindingByHand) {
  const account = await makeAccount();
  const owner = { kind: "user", id: account.userId } as const;
  const sourceId = await indexPages({ owner, name: "appliances", url: "https://appliances.test/" }, PAGES);
  const address = { owner, indexId: DEFAULT_INDEX_ID, sourceId, homePrincipal: null };
  const ctx = ctxOf(account);
  const index = ctx.services.docsIndex(address);
  await bindVectors(index, vectors);
  const ask = (query: string) => callSearch(ctx, { query, scope: "private" });
  await ask("kettle");
  await runDurableObjectAlarm(index);
  return { account, ctx, address, index, ask };
}

it("answers from a source with its vectors in the store, and each account from its own", async () => {
  const vectors = new VectorBindingByHand();
  const one = await makeAppliances(vectors);
  const other = await makeAppliances(vectors);
  expect(vectors.rows.size).toBe(4);
  for (const { ask, account, address } of [one, other]) {
    const { passages, text } = await ask("zorbulator vinegar for the kettle");
    expect(passages[0]).toMatchObject({ title: "Descaling" });
    expect(text).not.toContain("by words alone");
    expect(vectors.questions.at(-1)).toMatchObject({
      namespace: `u_${account.userId}`,
      filter: { sourceId: address.sourceId },
    });
  }
});

it("answers by words when the store is down, says so, and charges as ever (fault 44)", async () => {
  const vectors = new VectorBindingByHand();
  const { ask } = await makeAppliances(vectors);
  vectors.isDown = true;
  const { passages, text, receipt } = await ask("zorbulator vinegar for the kettle");
  expect(passages[0]).toMatchObject({ title: "Descaling" });
  expect(text).toContain("Searched by exact words only");
  expect(receipt.creditsUsed).toBe(1);
});

it("empties the store of a source that is removed, later when it is down", async () => {
  const vectors = new VectorBindingByHand();
  const gone = await makeAppliances(vectors);
  const kept = await makeAppliances(vectors);
  vectors.isDown = true;
  await removeSource(systemCtx(), gone.address);
  await runDurableObjectAlarm(gone.index);
  expect(vectors.idsOf(gone.address.sourceId)).toHaveLength(2);
  vectors.isDown = false;
  await runDurableObjectAlarm(gone.index);
  expect(vectors.idsOf(gone.address.sourceId)).toEqual([]);
  expect(vectors.idsOf(kept.address.sourceId)).toHaveLength(2);
  expect((await gone.ask("zorbulator kettle")).passages).toEqual([]);
});

it("forgets the vectors of an account that is deleted", async () => {
  const vectors = new VectorBindingByHand();
  const { account, ctx, index } = await makeAppliances(vectors);
  const kept = await makeAppliances(vectors);
  const user = await ctx.db.select().from(users).where(eq(users.id, account.userId)).get();
  await finishDeletion(systemCtx(), user!);
  await runDurableObjectAlarm(index);
  expect([...vectors.rows.keys()].sort()).toEqual(vectors.idsOf(kept.address.sourceId));
  expect(vectors.rows.size).toBe(2);
});

it("says in the list of sources how far the copy is, to the source's own account alone (fault 44)", async () => {
  const vectors = new VectorBindingByHand();
  const one = await makeAppliances(vectors);
  const other = await makeAppliances(vectors);
  await one.ctx.db.update(sources).set({ totalChunks: 2 }).where(eq(sources.id, one.address.sourceId));
  expect(await ownSources(one)).toMatchObject([{ name: "appliances", indexing: null }]);
  vectors.isDown = true;
  await one.index.putPage(await pageOf("https://appliances.test/iron", "# Ironing\n\nFill the tank."));
  await runDurableObjectAlarm(one.index);
  expect((await ownSources(one))[0]!.indexing).toContain("2 of 3 passages");
  expect((await ownSources(other))[0]!.indexing).toBeNull();
  vectors.isDown = false;
  await runDurableObjectAlarm(one.index);
  expect((await ownSources(one))[0]!.indexing).toBeNull();
  expect((await showSources(one.ctx))[0]!.indexing).toBeNull();
});
