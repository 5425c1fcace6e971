import { expect, it } from "vitest";
import { isChallenge, readRobotsHeader, retryAfterMs } from "./response-headers.ts";

it.each([
  [null, false, false],
  ["noindex", true, false],
  ["NoIndex, NoFollow", true, true],
  ["none", true, true],
  ["googlebot: noindex", false, false],
  ["googlebot: noindex, nofollow", false, false],
  ["googlebot: noindex, DocendaBot: nofollow", false, true],
  ["docendabot: noindex, otherbot: nofollow", true, false],
  ["unavailable_after: 25 Jun 2030 15:00:00 PST, noindex", true, false],
  ["max-snippet: 10, all", false, false],
])("X-Robots-Tag %s", (value, noIndex, noFollow) => {
  expect(readRobotsHeader(value)).toEqual({ noIndex, noFollow });
});

it.each([
  [null, null],
  ["120", 120_000],
  [" 0 ", 0],
  ["Sat, 21 Nov 2026 10:00:30 GMT", 30_000],
  ["Sat, 21 Nov 2026 09:00:00 GMT", 0],
  ["soon", null],
  ["-5", null],
])("Retry-After %s is %s ms", (value, expected) => {
  expect(retryAfterMs(value, Date.UTC(2026, 10, 21, 10, 0, 0))).toBe(expected);
});

it.each([
  ["cf-mitigated", "challenge", true],
  ["x-vercel-mitigated", "challenge", true],
  ["x-vercel-mitigated", "deny", false],
  ["x-amzn-waf-action", "captcha", true],
  ["server", "cloudflare", false],
])("%s: %s is a challenge: %s", (header, value, expected) => {
  expect(isChallenge(new Headers({ [header]: value }))).toBe(expected);
});
