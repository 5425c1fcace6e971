import { describe, expect, it } from "vitest";
import { DEFAULT_INDEX_ID } from "#schema/values.ts";
import { ctxOf, makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import { putSite } from "#tests/support/stub-site.workers.ts";
import { PUBLIC_OWNER } from "#worker/context.ts";
import { readDocument } from "#worker/content/document.ts";
import { askIndex } from "#worker/docs-index/packed-candidates.ts";
import { questionOf } from "#worker/docs-index/test-pages.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import type { EmbedPassage } from "#worker/platform/embedder/embedder.ts";
import type { SourceAddress } from "#worker/services.ts";
import { getJobRun } from "#worker/sources/get-job-run.ts";
import { startIndexJob } from "#worker/sources/start-index-job.ts";
import { readShared, storePage } from "./store-page.ts";
import { tidyPages } from "./tidy-pages.ts";

const FOOTER = "The Quokka project is made by volunteers everywhere.";
const TOPICS = ["burrows", "leaves", "islands", "climbing", "drinking", "sleeping"];

const prose = (topic: string) =>
  `Quokkas and ${topic} go together, as every visitor of the island finds out.`;
const markdownOf = (topic: string, footer = FOOTER) => `# ${topic}\n\n${prose(topic)}\n\n${footer}\n`;
const htmlOf = (title: string, text: string) =>
  `<title>${title}</title><main><h1>${title}</h1><p>${text}</p><p>${FOOTER}</p></main>`;
const urlOf = (topic: string) => `https://quokka.test/${topic}/intro`;

/** A new source, the passages embedded for it so far, and how to store a page of it. */
function newSource() {
  const embedded: EmbedPassage[] = [];
  const system = systemCtx();
  const { embedder } = system.services;
  const counting = {
    id: embedder.id,
    dims: embedder.dims,
    embedQuery: (text: string) => embedder.embedQuery(text),
    embedPassages: (passages: EmbedPassage[]) => {
      embedded.push(...passages);
      return embedder.embedPassages(passages);
    },
  };
  const ctx = { ...system, services: { ...system.services, embedder: counting } };
  const address: SourceAddress = {
    owner: PUBLIC_OWNER,
    indexId: "tidy",
    sourceId: crypto.randomUUID(),
    homePrincipal: null,
  };
  const store = async (url: string, markdown: string) => {
    const read = readDocument({ text: markdown, mediaType: "text/markdown", url });
    const document = { ...read, statedVersion: "2.1" };
    const contentHash = await sha256Hex(`${document.title}\n${document.markdown}`);
    const about = { links: [], etag: '"1"', lastModified: null, fetchedAt: 1 };
    await storePage(ctx, address, { url, document, contentHash, ...about }, await readShared(ctx, address));
  };
  return { ctx, address, embedded, store, index: ctx.services.docsIndex(address) };
}

/** Tidies in as many calls as needed when no call is given time; returns how many pages were stored again. */
async function tidyAll(...[ctx, address]: [Parameters<typeof tidyPages>[0], SourceAddress]): Promise<number> {
  let total = 0;
  let after: number | null = 0;
  while (after !== null) {
    const { replaced, next }: { replaced: number; next: number | null } = await tidyPages(ctx, address, {
      after,
      deadline: 0,
    });
    total += replaced;
    after = next;
  }
  return total;
}

describe("the end of a run", () => {
  it("takes what pages share off all but one, embeds only what changed, and finds nothing to do the second time", async () => {
    const { ctx, address, embedded, store, index } = newSource();
    for (const topic of TOPICS) await store(urlOf(topic), markdownOf(topic));
    const long = `${markdownOf("rain", "")}\n## Where\n\n${`${prose("wells")} `.repeat(60)}\n\n## When\n\n${`${prose("winter")} `.repeat(60)}\n\n${FOOTER}\n`;
    await store(urlOf("rain"), long);
    const { hash } = (await index.listChunks(urlOf("rain")))[0]!;
    const known = await index.knownPages(TOPICS.map(urlOf), ctx.services.embedder.id);
    embedded.length = 0;

    expect(await tidyAll(ctx, address)).toBe(6);
    expect((await index.readPage(urlOf("burrows")))!.markdown).toContain(FOOTER);
    for (const topic of TOPICS.slice(1))
      expect((await index.readPage(urlOf(topic)))!.markdown).toBe(
        `# ${topic} {#${topic}}\n\n${prose(topic)}`,
      );
    // Only the end of the long page is new.
    expect((await index.listChunks(urlOf("rain")))[0]!.hash).toBe(hash);
    expect(embedded.filter(({ title }) => title === "rain")).toHaveLength(1);
    expect(embedded.some(({ body }) => body.includes("volunteers"))).toBe(false);

    // The validators of a page still hold, so nothing is fetched or stored again.
    expect(await index.knownPages(TOPICS.map(urlOf), ctx.services.embedder.id)).toEqual(known);
    const { candidates } = await askIndex(index, await questionOf("who makes the project, volunteers?"));
    const holding = candidates.filter(({ chunk }) => chunk.body.counts.some((count) => count > 0));
    expect(new Set(holding.map(({ url }) => url))).toContain(urlOf("burrows"));

    expect(new Set(candidates.map(({ statedVersion }) => statedVersion))).toEqual(new Set(["2.1"]));

    embedded.length = 0;
    expect(await tidyAll(ctx, address)).toBe(0);
    expect(embedded).toEqual([]);
  });

  it("is done in parts of twenty pages when its time is over, each of which begins where the one before ended", async () => {
    const { ctx, address, embedded, store, index } = newSource();
    const topics = Array.from({ length: 45 }, (_, at) => `chapter${at}`);
    for (const topic of topics) await store(urlOf(topic), markdownOf(topic));
    embedded.length = 0;
    const parts: [replaced: number, embedded: number][] = [];
    let after: number | null = 0;
    while (after !== null) {
      const part = await tidyPages(ctx, address, { after, deadline: 0 });
      parts.push([part.replaced, embedded.length]);
      after = part.next;
    }
    // The first page keeps the line for all.
    expect(parts).toEqual([
      [19, 19],
      [20, 39],
      [5, 44],
    ]);
    const pages = await Promise.all(topics.map((topic) => index.readPage(urlOf(topic))));
    expect(pages.filter((page) => page!.markdown.includes(FOOTER))).toHaveLength(1);

    // A new beginning, as after a death in the middle, finds nothing to do, with time in one call.
    const deadline = Date.now() + 3_600_000;
    expect(await tidyPages(ctx, address, { after: 0, deadline })).toEqual({ replaced: 0, next: null });
  });

  it("stores a page that changed without what is known to be shared, at once", async () => {
    const { ctx, address, embedded, store, index } = newSource();
    for (const topic of TOPICS) await store(urlOf(topic), markdownOf(topic));
    await tidyAll(ctx, address);
    embedded.length = 0;
    await store(urlOf("islands"), markdownOf("islands").replace("every visitor", "each visitor"));
    expect((await index.readPage(urlOf("islands")))!.markdown).not.toContain(FOOTER);
    expect(embedded).toHaveLength(1);
    expect(await tidyAll(ctx, address)).toBe(0);
  });

  it("lets pages have a line again when the page that kept it has it no more", async () => {
    const { ctx, address, store, index } = newSource();
    for (const topic of TOPICS) await store(urlOf(topic), markdownOf(topic));
    await tidyAll(ctx, address);
    await store(urlOf("burrows"), markdownOf("burrows", ""));
    await tidyAll(ctx, address);
    await store(urlOf("leaves"), markdownOf("leaves").replace("every visitor", "each visitor"));
    expect((await index.readPage(urlOf("leaves")))!.markdown).toContain(FOOTER);
  });

  it("leaves a source of four pages and sentences of few pages alone", async () => {
    const { ctx, address, store, index } = newSource();
    for (const topic of TOPICS.slice(0, 4)) await store(urlOf(topic), markdownOf(topic));
    expect(await tidyAll(ctx, address)).toBe(0);
    expect((await index.readPage(urlOf("leaves")))!.markdown).toContain(FOOTER);
  });

  it("tells pages with the same title apart, and takes it back when one of them is gone", async () => {
    const { store, index } = newSource();
    for (const topic of TOPICS.slice(0, 2))
      await store(urlOf(topic), markdownOf(topic).replace(/^# .*/, "# Introduction"));
    await index.tellTitlesApart(10);
    const titles = async () =>
      Promise.all(TOPICS.slice(0, 2).map(async (topic) => (await index.readPage(urlOf(topic)))?.title));
    expect(await titles()).toEqual(["Introduction (burrows)", "Introduction (leaves)"]);
    expect(await index.tellTitlesApart(10)).toBe(0);
    expect(await titles()).toEqual(["Introduction (burrows)", "Introduction (leaves)"]);
    await index.removePages([urlOf("burrows")]);
    expect(await index.tellTitlesApart(10)).toBe(1);
    expect(await titles()).toEqual([undefined, "Introduction"]);
  });

  it("tells titles apart in parts, each of which begins with what the one before left", async () => {
    const { store, index } = newSource();
    for (const topic of TOPICS)
      await store(urlOf(topic), markdownOf(topic).replace(/^# .*/, "# Introduction"));
    const changed: number[] = [];
    do changed.push(await index.tellTitlesApart(4));
    while (changed.at(-1) === 4);
    expect(changed).toEqual([4, 2]);
    const titles = await Promise.all(
      TOPICS.map(async (topic) => (await index.readPage(urlOf(topic)))?.title),
    );
    expect(titles).toEqual(TOPICS.map((topic) => `Introduction (${topic})`));
  });

  it("changes nothing while the embedder does not answer, and everything when it does again", async () => {
    const { ctx, address, store, index } = newSource();
    for (const topic of TOPICS) await store(urlOf(topic), markdownOf(topic));
    const down = { ...ctx.services.embedder, embedPassages: () => Promise.reject(new Error("down")) };
    const log = { ...ctx.log, error: () => {} };
    expect(await tidyAll({ ...ctx, services: { ...ctx.services, embedder: down }, log }, address)).toBe(0);
    expect((await index.readPage(urlOf("leaves")))!.markdown).toContain(FOOTER);
    expect(await tidyAll(ctx, address)).toBe(5);
  });

  it("is the end of every crawl", async () => {
    const links = TOPICS.map((topic) => `<a href="/${topic}/">${topic}</a>`).join(" ");
    await putSite("tidy.test", {
      "/robots.txt": { body: "User-agent: *\nCrawl-delay: 0.02" },
      "/": htmlOf("Home", `All there is to say of quokkas, in six chapters: ${links}`),
      ...Object.fromEntries(TOPICS.map((topic) => [`/${topic}/`, htmlOf("Chapter", prose(topic))])),
    });
    const ctx = ctxOf(await makeAccount());
    const { executionId: runId, moduleId } = await startIndexJob(ctx, { url: "https://tidy.test/" });
    for (;;) {
      const { status } = await getJobRun(ctx, { runId });
      if (status === "COMPLETE") break;
      expect(status).not.toBe("FAILED");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const index = ctx.services.docsIndex({
      owner: ctx.scope.owner,
      indexId: DEFAULT_INDEX_ID,
      sourceId: moduleId,
      homePrincipal: null,
    });
    const pages = await Promise.all((await index.listUrls()).map((url) => index.readPage(url)));
    expect(pages.filter((one) => one!.markdown.includes(FOOTER))).toHaveLength(1);
    expect(new Set(pages.map((one) => one!.title)).size).toBe(7);
  });
});
