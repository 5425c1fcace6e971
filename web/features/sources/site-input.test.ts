import { expect, it } from "vitest";
import { EMPTY_FORM, readSiteForm } from "./site-input.ts";

it("sends what was filled in and nothing else", () => {
  expect(readSiteForm({ ...EMPTY_FORM, url: " hono.dev/docs " })).toEqual({
    input: { url: "hono.dev/docs" },
    problems: null,
  });
  expect(
    readSiteForm({
      url: "https://a.test/",
      displayName: " A ",
      maxPages: "1,200",
      include: "guide/**\n\n api/**",
      exclude: "old/**, v1/**",
      headers: "Authorization: Bearer a:b \n\nX-Team:docs",
    }),
  ).toEqual({
    input: {
      url: "https://a.test/",
      displayName: "A",
      maxPages: 1200,
      include: ["guide/**", "api/**"],
      exclude: ["old/**", "v1/**"],
      headers: { Authorization: "Bearer a:b", "X-Team": "docs" },
    },
    problems: null,
  });
});

it.each([
  [{ url: "" }, "url"],
  [{ url: "my docs" }, "url"],
  [{ url: "a.test", maxPages: "0" }, "maxPages"],
  [{ url: "a.test", maxPages: "1.5" }, "maxPages"],
  [{ url: "a.test", maxPages: "many" }, "maxPages"],
  [{ url: "a.test", headers: "Bearer abc" }, "headers"],
  [{ url: "a.test", headers: "Cookie:" }, "headers"],
])("says what is wrong with %j", (typed, field) => {
  expect(Object.keys(readSiteForm({ ...EMPTY_FORM, ...typed }).problems ?? {})).toEqual([field]);
});
