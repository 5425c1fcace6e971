import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { callSearch } from "#tests/support/agent-calls.workers.ts";
import { ctxOf, makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { DEFAULT_INDEX_ID } from "#schema/values.ts";
import { storePage } from "#worker/crawl/store-page.ts";
import { readDocument } from "#worker/content/document.ts";
import { AppError } from "#worker/errors.ts";
import type { Embedder } from "#worker/platform/embedder/embedder.ts";
import { createServices } from "#worker/services.ts";
import { searchDocs } from "./search-docs.ts";

const KETTLE = "# Descaling\n\nBoil the zorbulator kettle with vinegar, twice.";
const TOASTER = "# Crumbs\n\nEmpty the zorbulator toaster with its tray, weekly.";

/** Workers AI as the binding answers: a vector that says which of the two pages a text is about, and scores for the toaster. */
const AI = {
  async run(_model: string, { text, contexts = [] }: { text?: string[]; contexts?: { text: string }[] }) {
    if (text) return { data: text.map((one) => vectorOf(/kettle|limescale/.test(one) ? 0 : 1)) };
    return { response: contexts.map((one, id) => ({ id, score: one.text.includes("toaster") ? 0.9 : 0.1 })) };
  },
} as unknown as Ai;

function vectorOf(place: number): number[] {
  return Array.from({ length: 1024 }, (_, i) => (i === place ? 1 : 0));
}

function embedderWith(more: Partial<Env>): string {
  return createServices({ ...env, ...more }).embedder.id;
}

const down: Embedder = {
  id: "down/1",
  dims: 4,
  embedQuery: () => Promise.reject(new AppError("unavailable", "The model does not answer.")),
  embedPassages: () => Promise.reject(new AppError("unavailable", "The model does not answer.")),
};

async function makeAppliances() {
  const account = await makeAccount();
  const owner = { kind: "user", id: account.userId } as const;
  const sourceId = await indexPages({ owner, name: "appliances", url: "https://appliances.test/" }, [
    { path: "kettle", title: "Descaling", markdown: KETTLE },
    { path: "toaster", title: "Crumbs", markdown: TOASTER },
  ]);
  const address = { owner, indexId: DEFAULT_INDEX_ID, sourceId, homePrincipal: null };
  const store = (services: ReturnType<typeof createServices>, name: string, markdown: string) => {
    const url = `https://appliances.test/${name}`;
    const document = readDocument({ text: markdown, mediaType: "text/markdown", url });
    return storePage({ ...systemCtx(), services }, address, {
      url,
      document,
      contentHash: name,
      links: [],
      etag: null,
      lastModified: null,
      fetchedAt: 0,
    });
  };
  return { account, ctx: ctxOf(account), store };
}

it("uses Workers AI where the account has it and the setting asks for it, and nowhere else", () => {
  expect(embedderWith({ AI, EMBEDDER: "workers-ai" })).toMatch(/^qwen3-embedding/);
  for (const more of [{ AI }, { EMBEDDER: "workers-ai" }, { AI, EMBEDDER: "other" }])
    expect(embedderWith(more)).toBe(createServices(env).embedder.id);
  expect(createServices({ ...env, AI }).reranker).toBeNull();
});

it("answers by words when the model is down, says so, and charges as ever (fault 45)", async () => {
  const { ctx } = await makeAppliances();
  const before = (await searchDocs(ctx, { query: "zorbulator kettle vinegar", scope: "private" })).text;
  expect(before).not.toContain("by words alone");
  const services = { ...ctx.services, embedder: down };
  const answer = await callSearch(
    { ...ctx, services },
    { query: "boil zorbulator kettle", scope: "private" },
  );
  expect(answer.passages[0]).toMatchObject({ title: "Descaling" });
  expect(answer.text).toContain("Searched by exact words only");
  expect(answer.receipt.creditsUsed).toBe(1);
});

it("stores a page by its words when the model is down, and embeds it when it is read again (fault 45)", async () => {
  const { ctx, store } = await makeAppliances();
  const withAi = createServices({ ...env, AI, EMBEDDER: "workers-ai" });
  const noPage = { ...withAi, embedder: { ...down, id: withAi.embedder.id } };
  expect(await store(noPage, "iron", "# Ironing\n\nFill the zorbulator iron.")).toBe("added");
  expect(await store(noPage, "iron", "# Ironing\n\nFill the zorbulator iron.")).toBe("unchanged");
  const found = await searchDocs(
    { ...ctx, services: noPage },
    { query: "zorbulator iron", scope: "private" },
  );
  expect(found.passages[0]).toMatchObject({ title: "Ironing" });
  expect(await store(withAi, "iron", "# Ironing\n\nFill the zorbulator iron.")).toBe("changed");
});

it("compares with the vectors of the model that is set, and lets its re-ranker order the best", async () => {
  const { ctx, store } = await makeAppliances();
  const services = createServices({ ...env, AI, EMBEDDER: "workers-ai" });
  expect(await store(services, "kettle", KETTLE)).toBe("changed");
  expect(await store(services, "toaster", TOASTER)).toBe("changed");
  const ask = async (more: Partial<Env>, query: string) => {
    const other = { ...ctx, services: createServices({ ...env, AI, EMBEDDER: "workers-ai", ...more }) };
    return (await searchDocs(other, { query, scope: "private" })).passages.map(({ title }) => title);
  };
  expect((await ask({}, "zorbulator limescale"))[0]).toBe("Descaling");
  expect((await ask({ RERANKER: "workers-ai" }, "the zorbulator and its limescale"))[0]).toBe("Crumbs");
});
