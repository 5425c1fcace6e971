import { expect, it } from "vitest";
import * as z from "zod";
import { createApiKeyInput } from "#worker/api-keys/create-api-key.ts";
import { searchDocumentation } from "#worker/calls/search-documentation.ts";
import { AppError } from "#worker/errors.ts";
import { parseInput } from "./validate.ts";

function words(schema: z.ZodType, value: unknown): string {
  try {
    parseInput(schema, value);
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid-argument") return error.message;
    throw error;
  }
  return "fits";
}

it.each([
  [{ query: "how" }, "fits"],
  [{ query: "" }, "query: must not be empty"],
  [{ query: "   " }, "query: must not be empty"],
  [{}, "query: is required"],
  [{ query: 7 }, "query: must be text"],
  [{ query: "q", budget: "2000" }, "budget: must be a number"],
  [{ query: "q", budget: 300.5 }, "budget: must be a whole number"],
  [{ query: "q", budget: 1 }, "budget: must be at least 200"],
  [{ query: "q", budget: 99_999 }, "budget: must be at most 10000"],
  [{ query: "q", sources: "all" }, "sources: must be a list"],
  [{ query: "q", sources: ["a", ""] }, "sources.1: must not be empty"],
  [{ query: "q", scope: "mine" }, "scope: must be one of all, public, private"],
  [{ query: "", session: 1 }, "query: must not be empty; session: must be text"],
  [null, "The input must be an object"],
  ["query", "The input must be an object"],
])("says of the search %j: %s", (value, expected) => {
  expect(words(searchDocumentation.input, value)).toBe(expected);
});

it("says that a query of 20,000 characters is too long", () => {
  expect(words(searchDocumentation.input, { query: "x".repeat(20_000) })).toMatch(
    /^query: must have at most \d+ characters$/,
  );
});

it.each([{}, { name: "" }, { name: "  " }])("uses a schema's own words for %j", (value) => {
  expect(words(createApiKeyInput, value)).toBe("API key name is required");
});

it("knows formats, and never repeats what was sent", () => {
  const schema = z.strictObject({ url: z.url(), email: z.email() });
  const message = words(schema, { url: "doc_secret", email: "doc_secret", doc_secret: 1 });
  expect(message).toContain("url: must be a URL; email: must be an email address");
  expect(message).not.toContain("doc_secret");
});

it("gives the value as the schema has it, and the names of the fields that do not fit", () => {
  expect(parseInput(searchDocumentation.input, { query: " how " })).toEqual({ query: "how" });
  expect(() => parseInput(searchDocumentation.input, { query: "", budget: 1 })).toThrow(
    expect.objectContaining({ data: { fields: ["query", "budget"] } }),
  );
});
