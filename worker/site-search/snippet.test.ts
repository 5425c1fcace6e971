import { expect, test } from "vitest";
import { snippetOf } from "./snippet.ts";

test("a passage is one line of plain words", () => {
  const passage =
    "## Plans {#plans}\n\nA **search** costs [one credit](/docs/credits), `my_docs` none.\n\n- first\n2. second\n\n| Plan | Credits |\n| --- | ---: |\n| Free | 100 |\n\n```sh\nnpm start\n```";
  expect(snippetOf(passage, "credits")).toBe(
    "A search costs one credit, my_docs none. first second Plan Credits Free 100 npm start",
  );
});

test("a long passage is shown around the longest word that was asked for", () => {
  const passage = `${"Before it there is much. ".repeat(20)}An allowance ends with its period. ${"Behind it, too. ".repeat(20)}`;
  const snippet = snippetOf(passage, "it allowance period");
  expect(snippet).toMatch(/^… .*An allowance ends with its period\. .* …$/);
  expect(snippet.length).toBeLessThan(190);
});

test("without any of the words it is the beginning", () => {
  expect(snippetOf("One sentence. Another.", "zebra")).toBe("One sentence. Another.");
  expect(snippetOf("", "zebra")).toBe("");
  expect(snippetOf("x".repeat(500), "zebra")).toMatch(/^x+ …$/);
});
