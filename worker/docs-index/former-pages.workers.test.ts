import { describe, expect, it } from "vitest";
import { newIndex, STATE } from "./test-index.ts";
import type { TestIndex } from "./test-index.ts";
import { pageOf } from "./test-pages.ts";

const DAY = 24 * 60 * 60_000;
const BEGUN = 1_700_000_000_000;
const OTHER = "https://docs.test/api/other.html";

describe("former pages", () => {
  it("keeps nothing before the history begins, and then each text that a page had", async () => {
    const index = newIndex();
    await put(index, STATE, "# State\n\nThe first draft of a quokka.", BEGUN - DAY);
    await put(index, STATE, "# State\n\nA quokka persists.", BEGUN - 1);
    expect(await index.historyStart(BEGUN)).toBe(null);
    expect(await index.changedPages(BEGUN - DAY, ["quokka"], 10)).toMatchObject([{ before: null }]);

    await index.beginHistory(BEGUN);
    await index.beginHistory(BEGUN + DAY);
    expect(await index.historyStart(BEGUN + DAY)).toBe(BEGUN);
    await put(index, STATE, "# State\n\nA wombat persists.", BEGUN + 2 * DAY);
    await put(index, OTHER, "# Other\n\nA numbat is new.", BEGUN + 3 * DAY);

    // The question's words may be in the earlier text alone.
    expect(await index.changedPages(BEGUN + DAY, ["quokka"], 10)).toMatchObject([
      {
        url: STATE,
        before: { markdown: "# State\n\nA quokka persists." },
        after: { since: BEGUN + 2 * DAY },
      },
    ]);
    expect(await index.changedPages(BEGUN + 2 * DAY, ["quokka", "wombat"], 10)).toEqual([]);
    expect(await index.changedPages(BEGUN + 2 * DAY, ["numbat"], 10)).toMatchObject([
      { url: OTHER, before: null },
    ]);
    expect(await index.readAsOf([STATE], BEGUN + DAY)).toMatchObject([{ since: BEGUN - 1 }]);
    expect(await index.readAsOf([OTHER], BEGUN + DAY)).toEqual([null]);
  });

  it("knows the pages that are gone, and takes a page that came back unchanged for unchanged", async () => {
    const index = newIndex();
    await put(index, STATE, "# State\n\nA quokka persists.", BEGUN);
    await put(index, OTHER, "# Other\n\nA numbat.", BEGUN);
    await index.beginHistory(BEGUN);
    await index.removePages([STATE], { goneAt: BEGUN + DAY });
    expect(await index.changedPages(BEGUN, ["quokka"], 10)).toMatchObject([
      { before: { title: "State" }, after: null },
    ]);
    await put(index, STATE, "# State\n\nA quokka persists.", BEGUN + 2 * DAY);
    expect(await index.changedPages(BEGUN, ["quokka"], 10)).toEqual([]);
    // A page that its owner takes away leaves nothing.
    await put(index, OTHER, "# Other\n\nA bilby.", BEGUN + 3 * DAY);
    expect(await index.readAsOf([OTHER], BEGUN)).toMatchObject([{ markdown: "# Other\n\nA numbat." }]);
    await index.removePages([OTHER]);
    expect(await index.readAsOf([OTHER], BEGUN)).toEqual([null]);
    expect(await index.changedPages(BEGUN, ["numbat", "bilby"], 10)).toEqual([]);
  });

  it("stores nothing for the same text, whoever embeds it, and three texts at most", async () => {
    const index = newIndex();
    await put(index, STATE, "# State\n\nText 0.", BEGUN);
    await index.beginHistory(BEGUN);
    await index.putPage({
      ...(await pageOf(STATE, "# State\n\nText 0.")),
      embedderId: "another/1",
      fetchedAt: BEGUN + 1,
    });
    expect(await index.changedPages(BEGUN, ["text"], 10)).toEqual([]);
    for (let at = 1; at <= 5; at++) await put(index, STATE, `# State\n\nText ${at}.`, BEGUN + at * DAY);
    expect(await index.readAsOf([STATE], BEGUN)).toMatchObject([
      {
        markdown: "# State\n\nText 2.",
        since: BEGUN,
      },
    ]);
    expect(await index.readAsOf([STATE], BEGUN + 4 * DAY)).toMatchObject([
      { markdown: "# State\n\nText 4." },
    ]);
  });

  it("forgets texts after 180 days", async () => {
    const index = newIndex();
    await put(index, STATE, "# State\n\nA quokka.", BEGUN);
    await put(index, OTHER, "# Other\n\nA numbat.", BEGUN);
    await index.beginHistory(BEGUN);
    await put(index, STATE, "# State\n\nA wombat.", BEGUN + DAY);
    await put(index, OTHER, "# Other\n\nA bilby.", BEGUN + 182 * DAY);
    expect(await index.historyStart(BEGUN + 182 * DAY)).toBe(BEGUN + 2 * DAY);
    expect(await index.readAsOf([STATE], BEGUN)).toEqual([null]);
    expect(await index.readAsOf([OTHER], BEGUN)).toMatchObject([{ title: "Other" }]);
  });
});

async function put(index: TestIndex, url: string, markdown: string, fetchedAt: number): Promise<void> {
  await index.putPage({ ...(await pageOf(url, markdown)), fetchedAt });
}
