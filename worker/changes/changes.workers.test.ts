import { describe, expect, it } from "vitest";
import { ctxOf, makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import { callRead, callSearch } from "#tests/support/agent-calls.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { runRead } from "#worker/calls/read-documentation.ts";
import { readDocument } from "#worker/content/document.ts";
import { countTokens } from "#worker/content/tokens.ts";
import { storePage } from "#worker/crawl/store-page.ts";

const BEGUN = Date.UTC(2026, 10, 21, 12);
const CHANGED = Date.UTC(2026, 10, 22, 12);
const KETTLE =
  "# Kettle\n\n## Descaling\n\nBoil the zorb kettle with vinegar.\n\nRinse.\n\n## Warranty\n\nTwo years.";
const KETTLE_NOW =
  "# Kettle\n\n## Descaling\n\nBoil the zorb kettle with citric acid.\n\nRinse.\n\n## Warranty\n\nTwo years.";

const wireForm = ({ text }: { text: string }) => JSON.stringify({ text });

describe("changes since a day", () => {
  it("are told with both texts, cost a credit, and nothing where nothing changed", async () => {
    const { account, url } = await makeKettle();
    const ctx = await ctxOf(account);
    const found = await callSearch(ctx, {
      query: "zorb kettle descaling",
      scope: "private",
      since: "2026-11-22",
    });
    expect(found.changes).toMatchObject([
      {
        kind: "changed",
        before: "Boil the zorb kettle with vinegar.",
        after: "Boil the zorb kettle with citric acid.",
        headingPath: ["Kettle", "Descaling"],
      },
      { kind: "removed", title: "Toaster", before: "Empty the zorb toaster.", since: null },
    ]);
    expect(found.text).toContain("vinegar");
    expect(found.text).not.toContain("Two years");
    expect(found.passages).toMatchObject([{ text: "Boil the zorb kettle with citric acid." }]);
    expect(found.receipt).toMatchObject({ creditsUsed: 1 });

    const none = await callSearch(ctx, { query: "warranty years", scope: "private", since: "2026-11-22" });
    expect(none).toMatchObject({ changes: [], confidence: "absent", receipt: { creditsUsed: 0 } });

    const read = await callRead(ctx, { url, since: "2026-11-22" });
    expect(read.changes).toMatchObject([{ kind: "changed", before: "Boil the zorb kettle with vinegar." }]);
    const gone = await callRead(ctx, { url: new URL("/toaster", url).href, since: "2026-11-22" });
    expect(gone.changes).toMatchObject([{ kind: "removed", contentHash: null }]);
    const part = await callRead(ctx, { url, section: "Warranty", since: "2026-11-22" });
    expect(part).toMatchObject({ changes: [], receipt: { creditsUsed: 0 } });
    const asked = await callRead(ctx, { url, section: "Is it acid that I boil?", since: "2026-11-22" });
    expect(asked.changes).toMatchObject([{ after: "Boil the zorb kettle with citric acid." }]);
    const other = await callRead(ctx, { url, section: "Which plug fits in Norway?", since: "2026-11-22" });
    expect(other).toMatchObject({ changes: [], receipt: { creditsUsed: 0 } });
    const anchor = await callRead(ctx, { url: `${url}#top`, since: "2026-11-22" });
    expect(anchor.changes).toHaveLength(1);
    expect(anchor.text).toContain("no section with that anchor");
  });

  it("say how far back earlier texts go, and stay within the budget", async () => {
    const { account } = await makeKettle();
    const ctx = await ctxOf(account);
    const found = await callSearch(ctx, {
      query: "zorb kettle",
      scope: "private",
      since: "2026-01-01",
      budget: 200,
    });
    expect(found.text).toContain("Earlier texts are kept since 2026-11-21");
    expect(found.receipt.tokensSent).toBeLessThanOrEqual(200);
    await expect(
      callSearch(ctx, { query: "zorb", scope: "private", since: "2999-01-01" }),
    ).rejects.toMatchObject({
      code: "invalid-argument",
    });
  });

  it("are within the budget in the form that their client gets", async () => {
    const { account, url } = await makeKettle((text) =>
      text.replace("Rinse.", Array.from({ length: 80 }, (_, i) => `- "${i}": C:\\\\${i}\\\\"a"`).join("\n")),
    );
    const { found, tokens } = await runRead(
      await ctxOf(account),
      { url, since: "2026-11-22", budget: 600 },
      { handle: null, wireForm },
    );
    expect(found.changes).not.toEqual([]);
    expect(tokens.sent).toBe(countTokens(wireForm(found)));
    expect(tokens.sent).toBeLessThanOrEqual(600);
  });

  it("are nobody else's to see", async () => {
    const { url } = await makeKettle();
    const other = await makeKettle();
    const stranger = await ctxOf(other.account);
    const { changes } = await callSearch(stranger, { query: "zorb kettle vinegar", since: "2026-11-22" });
    const origins = changes!.map((change) => new URL(change.url).origin);
    expect(origins).toContain(new URL(other.url).origin);
    expect(origins).not.toContain(new URL(url).origin);
    await expect(callRead(stranger, { url, since: "2026-11-22" })).rejects.toMatchObject({
      code: "not-found",
    });
  });
});

describe("changes between two versions", () => {
  it("compare the pages of two sources of one name, and name the versions that are held", async () => {
    const account = await makeAccount();
    const owner = { kind: "user", id: account.userId } as const;
    for (const [version, word] of [
      ["1.0", "vinegar"],
      ["2.0", "citric acid"],
    ] as const)
      await indexPages({ owner, name: "zorbkit", url: `https://zorbkit.test/${version}/`, version }, [
        { path: "kettle", title: "Kettle", markdown: KETTLE.replace("vinegar", word) },
        { path: `only-${version}`, title: `Notes`, markdown: `# Notes\n\nThe zorb of ${version}.` },
      ]);
    const ctx = await ctxOf(account);
    const found = await callSearch(ctx, {
      query: "zorb descaling",
      scope: "private",
      sources: ["zorbkit"],
      since: "1.0",
    });
    const kinds = found.changes!.map(({ kind, url }) => `${kind} ${url}`).toSorted();
    expect(kinds).toEqual([
      "added https://zorbkit.test/2.0/only-2.0",
      "changed https://zorbkit.test/2.0/kettle",
      "removed https://zorbkit.test/1.0/only-1.0",
    ]);
    const read = await callRead(ctx, { url: "https://zorbkit.test/2.0/kettle", since: "1.0" });
    expect(read.changes).toMatchObject([{ before: "Boil the zorb kettle with vinegar." }]);
    await expect(
      callSearch(ctx, { query: "zorb descaling", scope: "private", sources: ["zorbkit"], since: "0.5" }),
    ).rejects.toMatchObject({ code: "not-found", message: expect.stringContaining("1.0, 2.0") });
  });
});

/** A source whose history began with two pages, of which one changed and one is gone a day later. */
async function makeKettle(alter = (text: string) => text) {
  const account = await makeAccount();
  const owner = { kind: "user", id: account.userId } as const;
  const site = `https://kettle-${account.userId.toLowerCase()}.test/`;
  const sourceId = await indexPages({ owner, name: "appliances", url: site }, [
    { path: "kettle", title: "Kettle", markdown: KETTLE },
    { path: "toaster", title: "Toaster", markdown: "# Toaster\n\nEmpty the zorb toaster." },
  ]);
  const address = { owner, indexId: "default", sourceId, homePrincipal: null };
  const index = systemCtx().services.docsIndex(address);
  await index.beginHistory(BEGUN);
  const url = new URL("kettle", site).href;
  await storePage(systemCtx(), address, {
    url,
    document: readDocument({ text: alter(KETTLE_NOW), mediaType: "text/markdown", url }),
    contentHash: "another",
    links: [],
    etag: null,
    lastModified: null,
    fetchedAt: CHANGED,
  });
  await index.removePages([new URL("toaster", site).href], { goneAt: CHANGED });
  return { account, url };
}
