import { expect, it } from "vitest";
import { makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import { pageOf } from "#worker/docs-index/test-pages.ts";
import { removeUnseenPages } from "./remove-unseen-pages.ts";

const BEGUN = Date.UTC(2026, 10, 21, 12);
const GONE = "https://burrow.test/docs/old";
const LEFT_OUT = "https://burrow.test/docs/internal/plans";

it("keeps the text of pages that are gone from their site, and none of pages that a pattern leaves out", async () => {
  const ctx = systemCtx();
  const { userId } = await makeAccount();
  const owner = { kind: "user", id: userId } as const;
  const address = { owner, indexId: "default", sourceId: `burrow-${userId}`, homePrincipal: null };
  const index = ctx.services.docsIndex(address);
  for (const url of [GONE, LEFT_OUT]) {
    await index.putPage({ ...(await pageOf(url, "# Burrow\n\nDug by a numbat.")), fetchedAt: BEGUN - 1 });
  }
  await index.beginHistory(BEGUN);
  for (const url of [GONE, LEFT_OUT]) {
    await index.putPage({ ...(await pageOf(url, "# Burrow\n\nDug by a bilby.")), fetchedAt: BEGUN + 1 });
  }

  // A run that has seen no page at all.
  const runId = `run_${userId}`;
  const run = {
    runId,
    address,
    startUrl: "https://burrow.test/docs/",
    include: [],
    exclude: ["internal/**"],
  };
  const deadline = ctx.now().getTime() + 60_000;
  expect(await removeUnseenPages(ctx, run, { after: 0, deadline })).toEqual({ removed: 2, next: null });
  expect(await index.listUrls()).toEqual([]);
  expect(await index.readAsOf([GONE, LEFT_OUT], BEGUN)).toMatchObject([{ title: "Burrow" }, null]);
  expect(await index.readAsOf([GONE, LEFT_OUT], BEGUN + 1)).toMatchObject([{ title: "Burrow" }, null]);
});
