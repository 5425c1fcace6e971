import { expect, it } from "vitest";
import { csvOf } from "./csv.ts";

it.each([
  ["plain", "plain"],
  ["a, b", '"a, b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["@sum", "'@sum"],
  ["-1+2", "'-1+2"],
  ["-12", "-12"],
  ["-0.5", "-0.5"],
])("the cell %j is written as %j", (cell, written) => {
  expect(csvOf([["column"], [cell]])).toBe(`column\r\n${written}\r\n`);
});
