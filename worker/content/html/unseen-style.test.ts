import { describe, expect, it } from "vitest";
import { readDocument } from "../document.ts";

const textOf = (html: string) =>
  readDocument({
    text: `<html><body><main><h1>Set up</h1><p>Run it.</p>${html}</main></body></html>`,
    mediaType: "text/html",
    url: "https://docs.test/",
  }).markdown;

describe("text that nobody sees", () => {
  it.each([
    `<span style="display:none">unseen</span>`,
    `<p style="color: #FFF; background-color: white">unseen</p>`,
    `<span style="font-size:0px">unseen</span>`,
    `<div style="position:absolute; left:-9999px">unseen</div>`,
    `<p style="color: rgba(0,0,0,0)">unseen</p>`,
    `<p hidden>unseen</p>`,
    `<!-- unseen -->`,
  ])("is left out: %s", (html) => {
    expect(textOf(html)).not.toContain("unseen");
  });

  it.each([
    `<div style="display:none"><h2>Windows</h2><p>In another tab</p></div>`,
    `<div style="font-size:0"><p style="font-size:14px">In another tab</p></div>`,
    `<pre style="background:#000"><code><span style="color:#fff">In another tab</span></code></pre>`,
    `<h2 style="color:transparent; background: linear-gradient(red, blue)">In another tab</h2>`,
    `<div style="opacity:0"><p>In another tab</p></div>`,
  ])("is not what is seen later, or on dark paper: %s", (html) => {
    expect(textOf(html)).toContain("In another tab");
  });
});
