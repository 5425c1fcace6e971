import { SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { ORIGIN } from "#tests/support/browser.workers.ts";
import { putSite } from "#tests/support/stub-site.workers.ts";
import { readUrl } from "#worker/reader/read-url.ts";
import { searchDocs } from "#worker/search/search-docs.ts";

type Manual = {
  path: string;
  debianPackage: string;
  /** Another version of the package has other pages. */
  bytes: number;
  /** Number of pages as `pdfinfo` counts them. */
  pages: number;
  language: string;
  /** Sentences that stand on one page alone; the page is the physical one, as `pdftotext -f` counts it. */
  sentences: { page: number; text: string }[];
};

/** Manuals of other people, where their Debian packages put them. */
const MANUALS: Record<string, Manual> = {
  "reportlab-userguide.pdf": {
    path: "/usr/share/doc/python-reportlab-doc/reportlab-userguide.pdf",
    debianPackage: "python-reportlab-doc",
    bytes: 560_979,
    pages: 134,
    language: "en",
    sentences: [
      { page: 31, text: "The setCharSpace method adjusts one of the parameters of text" },
      { page: 85, text: "The repeatRows argument specifies the number or a tuple of leading rows" },
      { page: 118, text: "it is impossible to know the size of slices" },
    ],
  },
  "gnuplot.pdf": {
    path: "/usr/share/doc/gnuplot/gnuplot.pdf",
    debianPackage: "gnuplot-doc",
    bytes: 1_278_455,
    pages: 311,
    language: "en",
    sentences: [
      { page: 47, text: "PostScript font handling is done by the printer or viewing program" },
      { page: 143, text: "There is no default character for missing" },
      { page: 260, text: "The gpic terminal driver generates GPIC graphs" },
    ],
  },
  // This manual's own numbers begin anew after the table of contents: page 14 says "6 / 70" of itself.
  "auto-multiple-choice.ja.pdf": {
    path: "/usr/share/doc/auto-multiple-choice/auto-multiple-choice.ja.pdf",
    debianPackage: "auto-multiple-choice-doc-pdf",
    bytes: 781_879,
    pages: 78,
    language: "ja",
    sentences: [
      { page: 14, text: "選択肢を n カラムに配置します" },
      { page: 50, text: "判定上限閾値は 1 に設定しなければなりません" },
    ],
  },
};

const SET = "Manuals of Debian";
const installed = new Map<string, Uint8Array>();
let account: Account;
let set: any;

beforeAll(async () => {
  await putSite(
    "debian-manuals.test",
    Object.fromEntries(Object.entries(MANUALS).map(([name, { path }]) => [`/${name}`, { file: path }])),
  );
  for (const [name, manual] of Object.entries(MANUALS)) {
    const answer = await fetch(`http://debian-manuals.test/${name}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (answer.ok && bytes.length === manual.bytes) installed.set(name, bytes);
  }
  if (installed.size === 0) return;
  account = await makeAccount({ tier: "Basic" });
  const { setId } = await call("POST", "", JSON.stringify({ displayName: SET }));
  for (const [name, bytes] of installed)
    await call("PUT", `/${setId}/files/${name}`, bytes as Uint8Array<ArrayBuffer>);
  await call("POST", `/${setId}/index`);
  set = await vi.waitUntil(
    async () => {
      const now = await call("GET", `/${setId}`);
      return now.status === "queued" || now.status === "indexing" ? null : now;
    },
    { timeout: 300_000, interval: 250 },
  );
}, 400_000);

async function call(method: string, path: string, body?: BodyInit): Promise<any> {
  const response = await SELF.fetch(`${ORIGIN}/api/pdf-sets${path}`, {
    method,
    headers: {
      "x-api-key": account.apiKey,
      "content-type": typeof body === "string" ? "application/json" : "application/pdf",
    },
    body,
  });
  const answer: any = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

describe.each(Object.entries(MANUALS))("%s", (name, { debianPackage, pages, language, sentences }) => {
  const missing = `needs the package ${debianPackage} of Debian 12`;
  const urlOf = (page: number) => `pdf://${encodeURIComponent(SET)}/${name}#page=${page}`;

  it("is indexed whole, with the number of its pages and its language", ({ skip }) => {
    skip(!installed.has(name), missing);
    const file = set.pdfFiles.find((one: { name: string }) => one.name === name);
    expect(file).toMatchObject({ status: "indexed", error: null, pages, language });
  });

  it.for(sentences)("has on page $page: $text", async ({ page, text }, { skip }) => {
    skip(!installed.has(name), missing);
    const ctx = ctxOf(account);
    const textOf = async (number: number) => squeeze((await readUrl(ctx, { url: urlOf(number) })).text);
    expect(await textOf(page)).toContain(squeeze(text));
    for (const other of [page - 1, page + 1]) expect(await textOf(other)).not.toContain(squeeze(text));
    const { passages } = await searchDocs(ctx, { query: text, sources: [SET] });
    expect(passages[0]?.url).toBe(urlOf(page));
  });
});

/** Text without line breaks and bold marks, which are not compared. */
function squeeze(text: string): string {
  return text.replaceAll(/[*_`\\\s]+/g, "");
}
