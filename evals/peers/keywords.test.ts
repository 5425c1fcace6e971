import { expect, it } from "vitest";
import { keywordsOf } from "./keywords.ts";

it.each([
  [
    "How do I use the zod email() check with a custom message?",
    ["zod", "email", "check", "custom", "message"],
  ],
  ["zoneinfo.ZoneInfoNotFoundError: 'No time zone'", ["zoneinfo", "zoneinfonotfounderror", "time", "zone"]],
  ["SQLITE_BUSY in a WAL, and again SQLITE_BUSY", ["sqlite_busy", "wal"]],
  ["what is it?", []],
])("the keywords of %j", (question, keywords) => {
  expect(keywordsOf(question)).toEqual(keywords);
});
