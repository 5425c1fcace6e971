import { SELF } from "cloudflare:test";
import { expect, it, vi } from "vitest";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { listVisibleSources } from "#worker/catalog/route.ts";
import { PUBLIC_OWNER } from "#worker/context.ts";
import { sourceAddressOf } from "#worker/owner.ts";
import { randomBase62 } from "#worker/platform/ids.ts";
import { listGaps } from "./list-gaps.ts";

const PAGES = [
  {
    path: "descaling",
    title: "Descaling",
    markdown: "# Descaling\n\nFill the zorbulator kettle with vinegar.\n",
  },
];

async function search(apiKey: string, query: string, source: string) {
  const response = await SELF.fetch("https://docenda.test/api/v1/search", {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ query, sources: [source] }),
  });
  return (await response.json<any>()).confidence;
}

it("lists to the owner what was not answered, once a day for the same question, with a draft issue", async () => {
  const account = await makeAccount();
  const owner = { kind: "user", id: account.userId } as const;
  await indexPages({ owner, name: "kettles", url: "https://kettles.test/" }, PAGES);
  expect(await search(account.apiKey, "descale zorbulator kettle vinegar", "kettles")).toBe("sure");
  const question = "bluetooth pairing of a keyboard with doc_8fK2jd93kd93kd93kdk";
  expect(await search(account.apiKey, question, "kettles")).not.toBe("sure");
  await search(account.apiKey, question, "kettles");
  const ctx = ctxOf(account);
  const gaps = await vi.waitUntil(async () => {
    const found = await listGaps(ctx, { source: "Kettles" });
    return found.length > 0 ? found : null;
  });
  expect(gaps).toHaveLength(1);
  expect(gaps[0]).toMatchObject({
    question: "bluetooth pairing of a keyboard with [secret]",
    times: 1,
    askers: 1,
  });
  expect(gaps[0]!.issue.title).toBe("Docs: bluetooth pairing of a keyboard with [secret]");
  expect(gaps[0]!.issue.body).toContain("> bluetooth pairing");

  const later = new Date(Date.now() + 31 * 86_400_000);
  expect(await listGaps({ ...ctx, now: () => later }, { source: "kettles" })).toEqual([]);
  const stranger = await makeAccount();
  await expect(listGaps(ctxOf(stranger), { source: "kettles" })).rejects.toMatchObject({ code: "not-found" });
});

it("shows of a public source only what five accounts asked, in the words that all of them used", async () => {
  const name = `zorb${randomBase62(8)}`;
  await indexPages({ owner: PUBLIC_OWNER, name, url: `https://${name}.test/` }, PAGES);
  const own = ["hawk", "gull", "wren", "crow", "finch"];
  const accounts = await Promise.all(Array.from({ length: 5 }, () => makeAccount()));
  const reader = ctxOf(accounts[0]!);
  const noted = async (count: number) => {
    const { docsIndex } = reader.services;
    const row = (await listVisibleSources(reader, "public")).find((source) => source.name === name);
    const index = docsIndex(sourceAddressOf(row!));
    return vi.waitUntil(async () => {
      const gaps = await index.listGaps(Date.now());
      return gaps.length === count ? gaps : null;
    });
  };
  for (const [i, { apiKey }] of accounts.slice(0, 4).entries())
    await search(apiKey, `bluetooth keyboard pairing ${own[i]}`, name);
  const stored = await noted(4);
  expect(stored.map(({ question }) => question)).toEqual([null, null, null, null]);
  expect(new Set(stored.map(({ asker }) => asker)).size).toBe(4);
  expect(await listGaps(reader, { source: name })).toEqual([]);
  await search(accounts[4]!.apiKey, "bluetooth keyboard pairing finch", name);
  await noted(5);
  const [group] = await listGaps(reader, { source: name });
  expect(group).toMatchObject({ question: null, askers: 5 });
  expect(group!.terms.toSorted()).toEqual(["bluetooth", "keyboard", "pair"]);
  expect(JSON.stringify(group)).not.toMatch(/hawk|gull|wren|crow|finch/);
});
