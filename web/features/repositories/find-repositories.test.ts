import { expect, it } from "vitest";
import { findRepositories, readPatterns } from "./find-repositories.ts";

it("finds by all words, in the name or the description", () => {
  const all = [
    { fullName: "ada/docs", description: "How Things work" },
    { fullName: "ada/app", description: null },
    { fullName: "ben/docs", description: "" },
  ];
  const names = (wanted: string) => findRepositories(all, wanted).map(({ fullName }) => fullName);
  expect(names("")).toEqual(["ada/docs", "ada/app", "ben/docs"]);
  expect(names("DOCS")).toEqual(["ada/docs", "ben/docs"]);
  expect(names("things ada")).toEqual(["ada/docs"]);
  expect(names("null")).toEqual([]);
});

it("reads patterns from lines and commas", () => {
  expect(readPatterns(" docs/** \n\n*.md, guide/**,")).toEqual(["docs/**", "*.md", "guide/**"]);
});
