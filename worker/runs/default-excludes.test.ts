import { expect, test } from "vitest";
import { whyExcludedByDefault } from "./default-excludes.ts";

test.each([
  "_sources/install.rst.txt",
  "guide/_sources/install.md.txt",
  "blob/main/README.md?plain=1",
  "print.html",
  "docs/_print/",
  "wiki/Otter?printable=yes",
  "_modules/otter/feed.html",
  "src-html/org/otter/Feed.html",
  "src/core/option.rs.html",
  "AVX512_2Complex_8h_source.html",
  "feed.js.html",
  "org/otter/class-use/Feed.html",
  "org/otter/package-use.html",
  "classEigen_1_1Ref-members.html",
  "qtwidgets/qtoolbutton-members.html",
])("leaves out %s", (path) => {
  expect(whyExcludedByDefault(path)?.reason).toContain("left out by default");
});

test.each([
  "",
  "install.html",
  "about/team-members.html",
  "open_source.html",
  "open-source.html",
  "modules.html",
  "src/index.html",
  "guide/print-a-page.html",
  "search?q=print",
  "class-use.html",
  "js.html",
  "next.js.md",
])("keeps %s", (path) => {
  expect(whyExcludedByDefault(path)).toBeNull();
});
