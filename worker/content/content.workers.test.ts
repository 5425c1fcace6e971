import { expect, it } from "vitest";
import { splitChunks } from "./chunks.ts";
import { readDocument } from "./document.ts";
import { listSections } from "./sections.ts";
import { countTokens } from "./tokens.ts";

it("counts tokens within workerd", () => {
  expect(countTokens("The right piece of documentation, and only that piece.")).toBe(11);
});

it("reads a page within workerd", () => {
  const page = readDocument({
    text: "<nav>Menu</nav><main><h1 id='fetch'>Fetch</h1><p>Gets it.</p><pre><code class='language-js'>fetch(url)</code></pre></main>",
    mediaType: "text/html",
    url: "https://docs.test/fetch",
  });
  const [chunk] = splitChunks(page.markdown, listSections(page.markdown));
  expect(chunk).toEqual({
    ordinal: 0,
    anchor: "fetch",
    headingPath: ["Fetch"],
    start: 0,
    end: page.markdown.length,
    text: "# Fetch\n\nGets it.\n\n```js\nfetch(url)\n```",
    tokens: 13,
  });
});
