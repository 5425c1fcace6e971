import { SELF } from "cloudflare:test";
import { expect, it } from "vitest";
import { PACK_FILES } from "#schema/api/packs.ts";
import type { PackPart } from "#schema/api/packs.ts";
import { makeAccount } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";

/** A text longer than a part, so that each page is one. */
const LONG = "Fill the zorbulator kettle with vinegar. ".repeat(26_000);

function ask(path: string, apiKey: string): Promise<Response> {
  return SELF.fetch(`https://docenda.test/api/v1/packs${path}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
}

it("gives a source in parts to who can search it, with chunks and vectors, and to nobody else", async () => {
  const account = await makeAccount();
  const owner = { kind: "user", id: account.userId } as const;
  await indexPages({ owner, name: "kettles", version: "1.2.0", url: "https://kettles.test/" }, [
    { path: "descaling", title: "Descaling", markdown: `# Descaling\n\n${LONG}\n` },
    { path: "boiling", title: "Boiling", markdown: "# Boiling\n\nPress the lever.\n" },
  ]);
  const newest = await indexPages(
    { owner, name: "kettles", version: "1.10.0", url: "https://kettles.test/" },
    [{ path: "lids", title: "Lids", markdown: "# Lids\n\nClose the lid.\n" }],
  );
  const first = await (await ask("/pages?source=Kettles&version=1.2.0", account.apiKey)).json<PackPart>();
  expect(first).toMatchObject({
    source: { name: "kettles", version: "1.2.0", isPublic: false, totalPages: 2 },
    pages: [{ url: "https://kettles.test/descaling", title: "Descaling", shownTitle: "Descaling" }],
    next: expect.any(Number),
  });
  const { id } = first.source;
  const second = await (
    await ask(`/pages?source=${id}&after=${first.next}`, account.apiKey)
  ).json<PackPart>();
  expect(second).toMatchObject({ pages: [{ markdown: expect.stringContaining("lever") }], next: null });
  const [page] = second.pages;
  expect(page!.chunks.map(({ text }) => text).join()).toContain("lever");
  expect(Buffer.from(page!.vectors!, "base64")).toHaveLength(128 * page!.chunks.length);
  const latest = await (await ask("/pages?source=kettles", account.apiKey)).json<PackPart>();
  expect(latest.source).toMatchObject({ id: newest, version: "1.10.0" });

  const stranger = await makeAccount();
  for (const source of ["kettles", id])
    expect((await ask(`/pages?source=${source}`, stranger.apiKey)).status).toBe(404);
  expect((await ask("/pages?source=kettles&version=2", account.apiKey)).status).toBe(404);
  expect((await ask(`/pages?source=${id}&after=x`, account.apiKey)).status).toBe(400);
  expect((await ask("/pages?source=kettles", "")).status).toBe(401);
});

it("gives the data files that ranking needs by their names alone", async () => {
  const { apiKey } = await makeAccount();
  for (const name of PACK_FILES) {
    const response = await ask(`/files/${name}`, apiKey);
    expect([name, response.status]).toEqual([name, 200]);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
  }
  for (const name of ["constructor", "secrets.json", "..%2Fwrangler.toml"])
    expect((await ask(`/files/${name}`, apiKey)).status).toBe(404);
});
