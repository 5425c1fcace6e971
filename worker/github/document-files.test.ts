import { expect, test } from "vitest";
import { diffTree, isDocumentPath, readRepositoryFile } from "./document-files.ts";

test.for([
  "README.md",
  "docs/guide/start.mdx",
  "doc/source/usage.rst",
  "docs/modules/ROOT/pages/index.adoc",
  "notebooks/Tutorial.ipynb",
  "docs/intro.TXT",
  ".github/CONTRIBUTING.md",
  "packages/core/README.markdown",
  "docs/history/2020.md",
  "docs/security.md",
  "api/openapi.yaml",
  "spec/billing-swagger.v2.json",
])("%s is documentation", (path) => {
  expect(isDocumentPath(path)).toBe(true);
});

test.for([
  "src/index.ts",
  "node_modules/left-pad/README.md",
  "packages/a/node_modules/b/docs/c.md",
  "vendor/github.com/x/README.md",
  ".venv/lib/x.txt",
  ".changeset/brave-dogs.md",
  "tests/fixtures/page.md",
  "LICENSE.md",
  "LICENSE-MIT.txt",
  "requirements-dev.txt",
  "CMakeLists.txt",
  "public/robots.txt",
  "CODE_OF_CONDUCT.md",
  "CHANGELOG.md",
  "CHANGES.rst",
  "release-notes.md",
  "md",
  "package.json",
  "deploy/values.yaml",
  "openapi-generator/config.json",
])("%s is none", (path) => {
  expect(isDocumentPath(path)).toBe(false);
});

test("changelogs are read when they are asked for", () => {
  expect(isDocumentPath("CHANGELOG.md", { withChangelogs: true })).toBe(true);
  expect(isDocumentPath("docs/LICENSE.md", { withChangelogs: true })).toBe(false);
});

test("a tree is compared with what is stored by the ids of the blobs", () => {
  const tree = [file("a.md", "1"), file("a/new.md", "3"), file("b.md", "2")];
  const stored = new Map([
    ["a.md", "1"],
    ["b.md", "0"],
    ["c.md", "3"],
  ]);
  expect(diffTree(tree, stored)).toEqual({
    toRead: [file("b.md", "2"), file("a/new.md", "3")],
    unchanged: [file("a.md", "1")],
  });
});

test("each markup becomes markdown with its title", () => {
  const url = "https://github.test/o/r/blob/main/docs/x";
  const read = (path: string, text: string) => readRepositoryFile(path, text, url);
  expect(read("a.rst", "Usage\n=====\n\nCall ``run``.\n")).toMatchObject({ title: "Usage" });
  expect(read("a.adoc", "= Usage\n\nCall it.\n")).toMatchObject({ title: "Usage" });
  expect(read("a.ipynb", '{"cells":[{"cell_type":"markdown","source":"# Usage"}]}')).toMatchObject({
    title: "Usage",
  });
  expect(read("a.md", "[next](../other.md#part)")?.links).toEqual([
    "https://github.test/o/r/blob/main/other.md",
  ]);
  expect(read("a.ipynb", "broken")).toBeNull();
  expect(read("a.md", "---\n\n---\n")).toBeNull();
});

function file(path: string, sha: string) {
  return { path, sha, sizeBytes: 1 };
}

test("the description of an API becomes its operations; a file that is only called like one is nothing", () => {
  const url = "https://github.com/o/r/blob/main/openapi.yaml";
  const yaml = "openapi: 3.0.0\ninfo: { title: Boats }\npaths: { /boats: { get: { summary: All boats } } }\n";
  expect(readRepositoryFile("openapi.yaml", yaml, url)).toMatchObject({
    title: "Boats",
    markdown: expect.stringContaining("## GET /boats"),
  });
  expect(readRepositoryFile("openapi.yaml", "generator: go\n", url)).toBeNull();
});
