import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseCounts, rankFiles, startFallback } from "./fallback.ts";

it("reads what rg --count prints", () => {
  expect(parseCounts("./docs/a.md:3\n./odd:name.md:12\nnonsense\n\n")).toEqual(
    new Map([
      ["docs/a.md", 3],
      ["odd:name.md", 12],
    ]),
  );
});

it("ranks files by different keywords, then by lines, then by path", () => {
  const counts = [
    new Map([
      ["b.md", 1],
      ["many.md", 50],
      ["a.md", 1],
    ]),
    new Map([
      ["b.md", 1],
      ["a.md", 1],
      ["c.md", 4],
    ]),
  ];
  expect(rankFiles(counts).map(({ file }) => file)).toEqual(["a.md", "b.md", "many.md", "c.md"]);
});

it("answers with the files themselves, and says so when there is none", async () => {
  const folder = mkdtempSync(join(tmpdir(), "docenda-fallback-"));
  writeFileSync(join(folder, "pool.html.md"), "# Pool\n\nThe connection TIMEOUT of a pool.\n");
  writeFileSync(join(folder, "other.md"), "# Other\n\nA timeout.\n");
  const corpus = { name: "made", type: "md" as const, role: "dev", root: "", exclude: [], folder };
  const peer = startFallback();
  await peer.index({ corpus, folder, files: ["other.md", "pool.html.md"] });
  const ask = (query: string) => peer.ways[0]?.ask({ query, corpus: "made" });
  const answer = await ask("connection timeout of the pool");
  expect(answer?.pages).toEqual(["pool.html", "other.md"]);
  expect(answer?.text).toContain("The connection TIMEOUT of a pool.");
  expect(answer?.text).not.toContain("A timeout.");
  expect(await answer?.more?.()).toContain("A timeout.");
  expect(await ask("xylophone")).toMatchObject({ pages: [], text: "No file has any of the keywords." });
  rmSync(folder, { recursive: true });
});
