import { describe, expect, it } from "vitest";
import { parseInput } from "#worker/http/validate.ts";
import { liveReadInput, parseLiveQuery } from "./live-query.ts";
import type { LiveReadInput } from "./live-query.ts";

const parse = (input: LiveReadInput) => parseLiveQuery(parseInput(liveReadInput, input));

describe("a live read's address", () => {
  it("asks for a document, or for a collection with filters, an order and a limit", () => {
    expect(parse({ path: "users/u1" })).toEqual({
      kind: "document",
      segments: ["users", "u1"],
      filters: [],
      orderBy: null,
      limit: null,
      limitToLast: null,
    });
    expect(
      parse({
        path: "/creditTransactions",
        where: ["userId==u1", "timestamp>=2026-01-01", "note===a<b"],
        orderBy: "timestamp desc",
        limit: "500",
        cacheSizeBytes: "1048576",
      }),
    ).toEqual({
      kind: "collection",
      segments: ["creditTransactions"],
      filters: [
        { field: "userId", operator: "==", value: "u1" },
        { field: "timestamp", operator: ">=", value: "2026-01-01" },
        { field: "note", operator: "==", value: "=a<b" },
      ],
      orderBy: { field: "timestamp", direction: "desc" },
      limit: 500,
      limitToLast: null,
    });
    expect(parse({ path: "apiKeys", where: "userId==u1" }).filters).toHaveLength(1);
    expect(parse({ path: "a", orderBy: "b" }).orderBy).toEqual({ field: "b", direction: "asc" });
  });

  it.each([
    [{ path: "users//u1" }, "The path has an empty segment. Write it like users/u1."],
    [{ path: "/" }, "The path has an empty segment. Write it like users/u1."],
    [
      { path: "users/u1", limit: "1" },
      "The path of a collection has an odd number of segments, and this one has 2.",
    ],
    [
      { path: "users/u1", where: "a==b" },
      "The path of a collection has an odd number of segments, and this one has 2.",
    ],
    [
      { path: "apiKeys", limitToLast: "5" },
      "limitToLast needs an orderBy: without an order, nothing comes last.",
    ],
    [
      { path: "apiKeys", orderBy: "a", limit: "1", limitToLast: "5" },
      "A query has a limit or a limitToLast, not both.",
    ],
    [{ path: "apiKeys", where: "==u1" }, "A field name must not be empty."],
    [{ path: "apiKeys", where: "__name__==u1" }, "A field name must not begin and end with two underscores."],
    [{ path: "apiKeys", orderBy: "" }, "A field name must not be empty."],
    [{ path: "apiKeys", orderBy: "__x__" }, "A field name must not begin and end with two underscores."],
    [{ path: "apiKeys", orderBy: "a up" }, "orderBy: must be a field, with asc or desc after a space."],
    [{ path: "apiKeys", where: "userId" }, "where: must be a field, one of == >= <=, and a value."],
    [{ path: "apiKeys", where: "userId<u1" }, "where: must be a field, one of == >= <=, and a value."],
    [{ path: "users/u1", cacheSizeBytes: "1048575" }, "A cache must have at least 1048576 bytes."],
    [{ path: "apiKeys", limit: "0" }, "limit: must be at least 1"],
    [{ path: "apiKeys", limit: "some" }, "limit: must be a number"],
    [{ path: "" }, "path: must not be empty"],
  ] as [LiveReadInput, string][])("%j is refused: %s", (input, words) => {
    expect(() => parse(input)).toThrow(expect.objectContaining({ code: "invalid-argument", message: words }));
  });
});
