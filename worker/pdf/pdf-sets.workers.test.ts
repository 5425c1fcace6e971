import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { ORIGIN } from "#tests/support/browser.workers.ts";
import { HOSTILE_PDFS } from "#tests/support/hostile-pdfs.workers.ts";
import { makePdf } from "#tests/support/make-pdf.workers.ts";
import type { PdfLine } from "#tests/support/make-pdf.workers.ts";
import { pdfFiles } from "#schema/index.ts";
import { PLANS } from "#schema/plans.ts";
import { newId } from "#worker/platform/ids.ts";
import { readUrl } from "#worker/reader/read-url.ts";
import { searchDocs } from "#worker/search/search-docs.ts";
import { listJobRuns } from "#worker/sources/list-job-runs.ts";
import { giveUpFile, indexFile } from "./index-file.ts";
import { MAX_FILE_BYTES } from "./limits.ts";
import { findSet } from "./repo.ts";
import { uploadFile } from "./upload-file.ts";

const PDF = new TextEncoder().encode("%PDF-1.4\nnothing in it\n%%EOF\n");

let mine: Account;
let stranger: Account;

beforeAll(async () => {
  mine = await makeAccount();
  stranger = await makeAccount();
});

async function call(account: Account, method: string, path: string, body?: BodyInit, headers = {}) {
  const response = await SELF.fetch(`${ORIGIN}/api/pdf-sets${path}`, {
    method,
    headers: { "x-api-key": account.apiKey, "content-type": "application/json", ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as any };
}

async function makeSet(account: Account, displayName: string): Promise<string> {
  const { status, body } = await call(account, "POST", "", JSON.stringify({ displayName }));
  expect(status).toBe(201);
  return body.setId;
}

async function upload(account: Account, setId: string, name: string, bytes: Uint8Array, headers = {}) {
  return await call(account, "PUT", `/${setId}/files/${encodeURIComponent(name)}`, bytes as BodyInit, {
    "content-type": "application/pdf",
    ...headers,
  });
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes as BufferSource);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

describe("a set", () => {
  it("is made, listed and removed; its name is taken once for each owner", async () => {
    const setId = await makeSet(mine, "Handbooks");
    expect((await call(mine, "POST", "", JSON.stringify({ displayName: "Handbooks" }))).body).toMatchObject({
      error: { code: "invalid-argument" },
    });
    const theirs = await makeSet(stranger, "Handbooks");
    const list = await call(mine, "GET", "");
    expect(list.body.pdfSets).toMatchObject([
      { setId, displayName: "Handbooks", status: "not indexed", pdfFiles: [], totalFiles: 0 },
    ]);
    for (const [method, path] of [
      ["GET", ""],
      ["DELETE", ""],
      ["POST", "/index"],
      ["DELETE", "/files/a.pdf"],
    ] as const)
      expect((await call(mine, method, `/${theirs}${path}`)).status).toBe(404);
    const asked = JSON.stringify({ files: [{ name: "a.pdf", sizeBytes: 1 }] });
    expect((await call(mine, "POST", `/${theirs}/missing`, asked)).status).toBe(404);
    expect((await upload(mine, theirs, "a.pdf", PDF)).status).toBe(404);
    expect((await call(mine, "DELETE", `/${setId}`)).body).toEqual({ removed: true });
    expect((await call(mine, "DELETE", `/${setId}`)).status).toBe(404);
    expect((await call(stranger, "GET", `/${theirs}`)).status).toBe(200);
  });

  it("without files cannot be indexed", async () => {
    const setId = await makeSet(mine, "Empty");
    expect((await call(mine, "POST", `/${setId}/index`)).body.error.code).toBe("invalid-argument");
  });
});

describe("an upload", () => {
  it("comes in, is missing no more, is replaced by its name, and is removed", async () => {
    const setId = await makeSet(mine, "Uploads");
    const wanted = [
      { name: "a b.pdf", sizeBytes: PDF.length, sha256: await sha256(PDF) },
      { name: "c.pdf", sizeBytes: 5 },
    ];
    const missing = async () =>
      (await call(mine, "POST", `/${setId}/missing`, JSON.stringify({ files: wanted }))).body.missing;
    expect(await missing()).toEqual(["a b.pdf", "c.pdf"]);
    const { body } = await upload(mine, setId, "a b.pdf", PDF, { "x-content-sha256": await sha256(PDF) });
    expect(body.file).toMatchObject({ name: "a b.pdf", sizeBytes: PDF.length, status: "not indexed" });
    expect(await missing()).toEqual(["c.pdf"]);

    const other = new TextEncoder().encode("%PDF-1.7\nsomething else\n");
    expect((await upload(mine, setId, "a b.pdf", other)).body.file.fileId).toBe(body.file.fileId);
    expect(await missing()).toEqual(["a b.pdf", "c.pdf"]);
    const set = (await call(mine, "GET", `/${setId}`)).body;
    expect(set).toMatchObject({ totalFiles: 1, totalSizeBytes: other.length });
    expect((await call(mine, "DELETE", `/${setId}/files/a%20b.pdf`)).body).toEqual({ removed: true });
    expect((await call(mine, "GET", `/${setId}`)).body).toMatchObject({ totalFiles: 0, totalSizeBytes: 0 });
  });

  it("may be larger than other requests", async () => {
    const setId = await makeSet(mine, "Large");
    const large = new Uint8Array(3 * 1024 * 1024);
    large.set(PDF);
    expect((await upload(mine, setId, "large.pdf", large)).body.file.sizeBytes).toBe(large.length);
  });

  it("is refused with the reason, and leaves nothing behind", async () => {
    const setId = await makeSet(mine, "Refused");
    const cases: [string, Uint8Array, Record<string, string>, RegExp][] = [
      ["a.docx", PDF, {}, /only PDF files/],
      ["..%2Fa.pdf", PDF, {}, /slashes/],
      ["a.pdf", new TextEncoder().encode("<html>"), {}, /isn't a PDF file/],
      ["a.pdf", PDF, { "x-content-sha256": "0".repeat(64) }, /not those that were announced/],
      ["a.pdf", PDF, { "x-content-sha256": "abc" }, /64 hexadecimal/],
    ];
    for (const [name, bytes, headers, words] of cases) {
      const { status, body } = await call(mine, "PUT", `/${setId}/files/${name}`, bytes as BodyInit, headers);
      expect([status, body.error.message]).toEqual([400, expect.stringMatching(words)]);
    }
    expect((await call(mine, "GET", `/${setId}`)).body.pdfFiles).toEqual([]);
  });

  it("of more than an isolate can read says how large a file may be, without reading it (fault 30)", async () => {
    const setId = await makeSet(mine, "Huge");
    const { status, body } = await upload(mine, setId, "a.pdf", new Uint8Array(MAX_FILE_BYTES + 1));
    expect([status, body.error.message]).toEqual([400, tooLarge("21 MB")]);
    const unread = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error("was read")) });
    const sizeBytes = 200 * 1024 * 1024;
    await expect(uploadFile(ctxOf(mine), { setId, name: "a.pdf", sizeBytes }, unread)).rejects.toMatchObject({
      code: "invalid-argument",
      message: tooLarge("200 MB"),
    });
    expect((await call(mine, "GET", `/${setId}`)).body.pdfFiles).toEqual([]);
  });
});

it("the bytes of all files are a quota of the plan", async () => {
  const account = await makeAccount();
  const setId = await makeSet(account, "Many");
  const ctx = ctxOf(account);
  const { config } = ctx.services;
  // Context with the pace and the room of production.
  const strict = { ...ctx, services: { ...ctx.services, config: { ...config, paceFactor: 1 } } };
  const row = { setId, sha256: "0".repeat(64), status: "not indexed" as const, lastModified: new Date() };
  const sizeBytes = PLANS.Free.maxFileBytes / 4;
  for (const name of ["a.pdf", "b.pdf", "c.pdf", "d.pdf"])
    await ctx.db
      .insert(pdfFiles)
      .values({ ...row, id: newId("file"), name, sizeBytes, objectKey: `none/${name}` });
  const send = (name: string) => {
    const body = new Blob([PDF]).stream() as ReadableStream<Uint8Array>;
    return uploadFile(strict, { setId, name, sizeBytes: PDF.byteLength }, body);
  };
  await expect(send("e.pdf")).rejects.toMatchObject({
    code: "resource-exhausted",
    message: expect.stringContaining("The Free plan keeps 256 MiB of files"),
  });
  // A file that replaces another needs its own room alone.
  expect(await send("d.pdf")).toMatchObject({ name: "d.pdf" });
  expect(await send("e.pdf")).toMatchObject({ name: "e.pdf" });
});

describe("an indexed set", () => {
  it("is searched and read by page, is indexed again, and is gone when it is removed", async () => {
    const setId = await makeSet(mine, "Field Guide");
    await upload(
      mine,
      setId,
      "fox hunt.pdf",
      makePdf(chapters(["Badgers dig setts with many doors.", "Otters hold hands while asleep on water."]), {
        title: "Animals",
      }),
    );
    await upload(mine, setId, "broken.pdf", new TextEncoder().encode("%PDF-1.4 and nothing else"));
    const theirs = await makeSet(stranger, "Field Guide");
    await upload(stranger, theirs, "fox hunt.pdf", makePdf(chapters(["Weasels count to twelve in secret."])));

    await indexed(stranger, theirs);
    const set = await indexed(mine, setId);
    expect(set).toMatchObject({ status: "indexed", errorCount: 1, totalDocs: 2, language: "en" });
    expect(set.lastError).toMatch(/^broken\.pdf: This file is damaged/);
    expect(set.pdfFiles).toMatchObject([
      { name: "broken.pdf", status: "failed" },
      { name: "fox hunt.pdf", status: "indexed", pages: 2, error: null },
    ]);
    const ctx = ctxOf(mine);
    await vi.waitUntil(async () => (await listJobRuns(ctx))[0]?.endTime);
    expect(await listJobRuns(ctx)).toMatchObject([
      { status: "COMPLETE", docsCount: 2, displayName: "Field Guide" },
    ]);

    const url = "pdf://Field%20Guide/fox%20hunt.pdf#page=2";
    const found = await searchDocs(ctx, { query: "do otters hold hands asleep" });
    expect(found.passages[0]).toMatchObject({ url, source: "Field Guide" });
    const page = await readUrl(ctx, { url });
    expect(page.page).toMatchObject({ url, title: "Animals, page 2", isWhole: true });
    expect(page.text).toContain("Otters hold hands");
    expect(page.text).not.toContain("Badgers");
    const file = await readUrl(ctx, { url: "pdf://Field Guide/fox hunt.pdf" });
    expect(file.page.title).toBe("Animals, pages 1 to 2");
    expect(file.text).toMatch(/Badgers[^]*Otters/);

    // Equal names: each sees its own, and a person with no such set sees none.
    expect(
      JSON.stringify(await searchDocs(ctx, { query: "weasels count to twelve in secret" })),
    ).not.toContain("Weasels");
    expect((await readUrl(ctxOf(stranger), { url: "pdf://Field Guide/fox hunt.pdf#page=1" })).text).toContain(
      "Weasels",
    );
    await expect(readUrl(ctxOf(stranger), { url })).rejects.toThrow(/no such page/);
    await expect(readUrl(ctxOf(await makeAccount()), { url })).rejects.toThrow(/don't include this PDF/);

    await upload(
      mine,
      setId,
      "fox hunt.pdf",
      makePdf(chapters(["Badgers dig setts with many doors."]), { title: "Animals" }),
    );
    await call(mine, "DELETE", `/${setId}/files/broken.pdf`);
    expect(await indexed(mine, setId)).toMatchObject({
      status: "indexed",
      totalDocs: 1,
      errorCount: 0,
      lastError: null,
    });
    await expect(readUrl(ctx, { url })).rejects.toThrow(/no such page/);

    await call(mine, "DELETE", `/${setId}`);
    expect((await env.FILES.list({ prefix: `u_${mine.userId}/pdf/${setId}/` })).objects).toEqual([]);
    expect((await env.FILES.list({ prefix: `u_${stranger.userId}/pdf/${theirs}/` })).objects).toHaveLength(1);
    await expect(readUrl(ctx, { url: "pdf://Field Guide/fox hunt.pdf" })).rejects.toThrow(
      /don't include this PDF/,
    );
    const address = {
      owner: ctx.scope.owner,
      indexId: "default",
      sourceId: set.moduleId,
      homePrincipal: null,
    };
    expect(await ctx.services.docsIndex(address).totals()).toMatchObject({ pages: 0, chunks: 0 });
  });

  it("shares the plan with a set that is indexed at the same time", async () => {
    const account = await makeAccount();
    const names = ["One of two", "Other of two"];
    const sets = await Promise.all(names.map((name) => makeSet(account, name)));
    const text = Array.from({ length: 60 }, (_, at) => `Page ${at} is about nothing.`);
    await Promise.all(sets.map((setId) => upload(account, setId, "long.pdf", makePdf(chapters(text)))));
    const both = await Promise.all(sets.map((setId) => indexed(account, setId)));
    expect(both.map(({ totalDocs }) => totalDocs).toSorted((a, b) => a - b)).toEqual([0, 60]);
    expect(both.find(({ status }) => status === "failed")?.lastError).toMatch(/has room for 40 more/);
  });

  it("fails with the reason of its only file, and keeps nothing of what the plan has no room for (fault 30)", async () => {
    const setId = await makeSet(mine, "Over the limit");
    const text = Array.from({ length: 101 }, (_, at) => `Page ${at} is about nothing.`);
    await upload(mine, setId, "long.pdf", makePdf(chapters(text)));
    const set = await indexed(mine, setId);
    expect(set).toMatchObject({ status: "failed", totalDocs: 0, errorCount: 1 });
    expect(set.lastError).toMatch(/has 101 pages, and the Free plan has room for 100 more/);
  });

  it("drops messages of an old generation, and gives a file up that could not be read at any try", async () => {
    const setId = await makeSet(mine, "Messages");
    await upload(mine, setId, "a.pdf", makePdf(chapters(["Alpha."])));
    const set = await indexed(mine, setId);
    const { fileId } = set.pdfFiles[0];
    const ctx = ctxOf(mine);
    const generation = (await findSet(ctx.db, setId))?.generation ?? 0;
    await indexFile(ctx, { setId, fileId, generation: 1 });
    await giveUpFile(ctx, { setId, fileId, generation: 1 });
    expect((await call(mine, "GET", `/${setId}`)).body).toEqual(set);
    // A second delivery of the message changes nothing either.
    await indexFile(ctx, { setId, fileId, generation });
    expect((await call(mine, "GET", `/${setId}`)).body).toEqual(set);
  });
});

describe("a file that cannot be read", () => {
  const encrypted = HOSTILE_PDFS.find(([name]) => name === "encrypted")?.[1] ?? (() => new Uint8Array());
  const whole = makePdf(chapters(["Alpha.", "Beta."]));

  it.each<[string, () => Uint8Array, string]>([
    [
      "is encrypted",
      encrypted,
      "This file is encrypted. Save a copy without a password and without restrictions, and upload that.",
    ],
    [
      "is scanned, so that there is no text in it",
      () => makePdf([[], [], []]),
      "This file has no text: its pages are pictures. Run text recognition (OCR) on it and upload the result.",
    ],
    [
      "has too many pages",
      () => makePdf(Array.from({ length: 5001 }, () => [])),
      "This file has 5,001 pages, and one file may have 5,000. Split it and upload the pieces.",
    ],
    [
      "is damaged",
      () => new TextEncoder().encode("%PDF-1.7\nand nothing else"),
      "This file is damaged: its structure cannot be read. Open it in a PDF viewer, save it anew, and upload that.",
    ],
    [
      "unpacks a thousandfold",
      () => makePdf([[{ text: " ".repeat(40 * 1024 * 1024), y: 700 }]], { isPacked: true }),
      "This file unpacks to far more than it holds, which is how harmful files are made. Print it to a new PDF and upload that.",
    ],
  ])("because it %s says so and what to do, and has no pages any more", async (name, make, words) => {
    const setId = await makeSet(mine, name);
    await upload(mine, setId, "a.pdf", whole);
    expect(await indexed(mine, setId)).toMatchObject({ status: "indexed", totalDocs: 2 });
    await upload(mine, setId, "a.pdf", make());
    const set = await indexed(mine, setId);
    expect(set).toMatchObject({ status: "failed", totalDocs: 0, errorCount: 1, lastError: words });
    expect(set.pdfFiles).toMatchObject([{ status: "failed", error: words }]);
    await call(mine, "DELETE", `/${setId}`);
  });

  it("in part has the pages that have text, under their own numbers", async () => {
    const setId = await makeSet(mine, "Half scanned");
    const [second] = chapters(["Gannets dive from thirty metres."]);
    await upload(mine, setId, "a.pdf", makePdf([[], second ?? [], []]));
    expect(await indexed(mine, setId)).toMatchObject({ status: "indexed", totalDocs: 1, lastError: null });
    const url = "pdf://Half%20scanned/a.pdf#page=";
    const { passages } = await searchDocs(ctxOf(mine), { query: "gannets dive from thirty metres" });
    expect(passages[0]?.url).toBe(`${url}2`);
    expect((await readUrl(ctxOf(mine), { url: `${url}2` })).text).toContain("Gannets dive");
    await expect(readUrl(ctxOf(mine), { url: `${url}1` })).rejects.toMatchObject({ code: "not-found" });
  });
});

function tooLarge(size: string): string {
  return `This file has ${size}; at most 20 MB are taken. Split it, or make its pictures smaller.`;
}

/** Waits until the run of a set is over. */
async function indexed(account: Account, setId: string): Promise<any> {
  const { status, body } = await call(account, "POST", `/${setId}/index`);
  expect([status, body.executionId]).toEqual([200, expect.stringMatching(/^run_/)]);
  return await vi.waitUntil(
    async () => {
      const set = (await call(account, "GET", `/${setId}`)).body;
      return set.status === "queued" || set.status === "indexing" ? null : set;
    },
    { timeout: 60_000, interval: 100 },
  );
}

/** A page each, with a heading and a few words in English. */
function chapters(texts: string[]): PdfLine[][] {
  return texts.map((text, at) => [
    { text: `Chapter ${at + 1} of the book`, y: 700, size: 18, font: "bold" },
    { text, y: 670 },
    {
      text: "This is what the book is about and that is all of it for now, with the best of wishes.",
      y: 640,
    },
    { text: "It was written by the people of the house for those who are in it and as a gift.", y: 628 },
  ]);
}
