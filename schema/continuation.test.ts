import * as fc from "fast-check";
import { matchPath } from "react-router";
import { describe, expect, it } from "vitest";
import { safeContinuation } from "./continuation.ts";

const ORIGIN = "https://docenda.test";

describe("the continuation after signing in", () => {
  it.each([
    ["/keys", "/keys"],
    ["/activity?type=usage#top", "/activity?type=usage#top"],
    ["/subscribe?tier=basic", "/subscribe?tier=basic"],
    ["/a/../keys", "/keys"],
    ["/search?q=//evil.test", "/search?q=//evil.test"],
  ])("%s is followed", (cont, target) => {
    expect(safeContinuation(cont, ORIGIN)).toBe(target);
  });

  it.each([
    null,
    undefined,
    "",
    "keys",
    "//evil.test",
    "https://evil.test/",
    "javascript:alert(1)",
    "/\\evil.test",
    "/\t/evil.test",
    "/\\/evil.test",
    "/.//evil.test",
    "/..//evil.test",
    "/foo/..//evil.test",
    "/%2e//evil.test",
    "/keys\r\nset-cookie: a=b",
    "/keys\u0085",
    "/keys\u2028",
    "/login",
    "/login?cont=/keys",
    "/LOGIN",
    "/%6Cogin",
    "/x/../login",
    "/login//",
    "/signup/",
    "/signin",
  ])("%j leads to the dashboard instead", (cont) => {
    expect(safeContinuation(cont, ORIGIN)).toBe("/dashboard");
  });

  it("never leaves the origin and never comes back to a page for guests, in 100,000 tries", () => {
    const part = fc.constantFrom(
      ..."/ // \\ . .. %2e %2F %5c @ : ? # ; & = login LOGIN lo%67in signup signin keys evil.test https: javascript: \t \n \r \0 \u0085 \u2028 \u3000 é %".split(
        " ",
      ),
    );
    const value = fc.oneof(
      fc
        .array(fc.oneof(part, fc.string({ unit: "binary", maxLength: 4 })), { maxLength: 8 })
        .map((parts) => parts.join("")),
      fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => `/${parts.join("")}`),
      fc.webPath().map((path) => `/${path}`),
      fc.string({ unit: "binary" }).map((text) => `/${text}`),
    );
    const { counterexample } = fc.check(
      fc.property(value, (cont) => {
        const target = safeContinuation(cont, ORIGIN);
        const url = new URL(target, ORIGIN);
        // The path must still be the same when it is taken from an address a second time.
        return (
          url.origin === ORIGIN &&
          /^\/(?!\/)/.test(target) &&
          safeContinuation(target, ORIGIN) === target &&
          ["/login", "/signup", "/signin"].every((guest) => matchPath(guest, url.pathname) === null)
        );
      }),
      { numRuns: 100_000 },
    );
    expect(counterexample).toBeNull();
  });
});
