import { SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { makeAccount } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { ORIGIN } from "#tests/support/browser.workers.ts";
import { MAX_FILE_BYTES } from "./limits.ts";

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
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as BufferSource)).toHex();
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
      ["a.pdf", new TextEncoder().encode("<html>"), {}, /no PDF file/],
      ["a.pdf", PDF, { "x-content-sha256": "0".repeat(64) }, /not those that were announced/],
      ["a.pdf", PDF, { "x-content-sha256": "abc" }, /64 hexadecimal/],
    ];
    for (const [name, bytes, headers, words] of cases) {
      const { status, body } = await call(mine, "PUT", `/${setId}/files/${name}`, bytes as BodyInit, headers);
      expect([status, body.error.message]).toEqual([400, expect.stringMatching(words)]);
    }
    expect((await call(mine, "GET", `/${setId}`)).body.pdfFiles).toEqual([]);
  });

  it("of more than an isolate can read says how large a file may be", async () => {
    const setId = await makeSet(mine, "Huge");
    const { status, body } = await upload(mine, setId, "a.pdf", new Uint8Array(MAX_FILE_BYTES + 1));
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/65 MB; at most 64 MB/)]);
  });
});
