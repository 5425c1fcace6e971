import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pageOf, shelve } from "./shelf.ts";

it("puts markdown there as it is and HTML as markdown, without the pages that are left out", () => {
  const parent = mkdtempSync(join(tmpdir(), "docenda-shelf-"));
  const folder = join(parent, "in");
  mkdirSync(join(folder, "log"), { recursive: true });
  const html =
    '<html><head><title>Pools</title></head><body><h1 id="p">Pools</h1><p>See <a href="x.html">x</a>.</p>';
  writeFileSync(join(folder, "pool.html"), html);
  writeFileSync(join(folder, "guide.mdx"), "# Guide {#g}\n\n<Note>kept</Note>\n");
  writeFileSync(join(folder, "log/1.html"), html);
  const corpus = { name: "site", role: "dev", root: "", exclude: ["log/*"], folder };
  const out = join(parent, "out");
  const site = shelve({ ...corpus, type: "html" }, out);
  expect(site.files).toEqual(["pool.html.md"]);
  expect(site.files.map(pageOf)).toEqual(["pool.html"]);
  expect(readFileSync(join(site.folder, "pool.html.md"), "utf8").trim()).toBe("# Pools\n\nSee x.");
  const tree = shelve({ ...corpus, name: "tree", type: "md" }, out);
  expect(tree.files.map(pageOf)).toEqual(["guide.mdx"]);
  expect(readFileSync(join(tree.folder, "guide.mdx"), "utf8")).toBe("# Guide {#g}\n\n<Note>kept</Note>\n");
  rmSync(parent, { recursive: true });
});
