import { describe, expect, it } from "vitest";
import { missingFrom, squeeze } from "./squeeze.ts";

describe("squeeze", () => {
  it.each([
    ["white space of every kind goes", "a \n\tb\u00A0c\u200B d", "abcd"],
    ["entities are decoded", "a &lt;b&gt; &amp;&#39;", "a<b>&'"],
    ["an entity without its semicolon as well", "x &lt y", "x<y"],
    ["quotes are straight", "\u2018a\u2019 \u201Cb\u201D", "'a'\"b\""],
    ["dashes are hyphens, an ellipsis is three dots", "1\u20132\u20143\u20114\u2026", "1-2-3-4..."],
    ["the mark of a permanent link goes", "Title\u00B6", "Title"],
    ["a markdown link is its words", "see [the guide](./guide.md#a) now", "seetheguidenow"],
    ["so is an image", "![a logo](logo.png)", "alogo"],
    ["a link whose target has a space stays", "[a](b c)", "[a](bc)"],
    ["a link over two lines stays", "[a\nb](c)", "[ab](c)"],
    ["emphasis, code ticks and escapes go", "**bold** `code` a\\_b", "boldcodea_b"],
    ["a link inside code ticks is its words", "`[a](b)`", "a"],
    ["underscores and case stay", "snake_Case", "snake_Case"],
  ])("%s", (_rule, text, expected) => {
    expect(squeeze(text)).toBe(expected);
  });

  it("decodes before it looks for links and marks", () => {
    expect(squeeze("&#91;a&#93;(b) &#96;c&#96;")).toBe("ac");
  });
});

describe("missingFrom", () => {
  const answer = "Use [`ctx.waitUntil()`](https://x.test/a) so that\nthe **work** goes on.";

  it("finds strings across markup and line ends", () => {
    expect(missingFrom(answer, ["ctx.waitUntil() so that the work"])).toEqual([]);
  });

  it("names what is not there, case included", () => {
    expect(missingFrom(answer, ["ctx.waituntil()", "goes on"])).toEqual(["ctx.waituntil()"]);
  });
});
