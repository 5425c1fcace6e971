import { describe, expect, it } from "vitest";
import * as z from "zod";
import { readToolInput } from "./read-tool-input.ts";

const schema = z.object({
  query: z.string().trim().min(1).max(20),
  sources: z.array(z.string()).optional(),
  version: z.string().optional(),
  budget: z.number().int().min(200).max(10_000).optional(),
  session: z.string().max(100).optional(),
});

function read(args: unknown) {
  const aliases = { query: ["q", "question"], budget: ["maxTokens"], session: ["sessionId"] };
  return readToolInput({ input: schema, aliases, example: { query: "a question" } }, args);
}

describe("readToolInput", () => {
  it("takes arguments as they are listed", () => {
    const args = { query: "a", sources: ["b", "c"], version: "1", budget: 300, session: "s_1" };
    expect(read(args)).toEqual(args);
  });

  it("forgives other names, the listed one first", () => {
    expect(read({ q: "a", maxTokens: 300, sessionId: "s_1" })).toEqual({
      query: "a",
      budget: 300,
      session: "s_1",
    });
    expect(read({ q: "not this", query: "this" })).toEqual({ query: "this" });
    expect(read({ query: null, question: "this" })).toEqual({ query: "this" });
  });

  it("forgives what means the same", () => {
    expect(read({ query: "a", budget: "300" }).budget).toBe(300);
    expect(read({ query: "a", budget: 300.9 }).budget).toBe(300);
    expect(read({ query: "a", budget: 1e9 }).budget).toBe(10_000);
    expect(read({ query: "a", sources: "react, vue" }).sources).toEqual(["react", "vue"]);
    expect(read({ query: "a", sources: "", version: "", budget: null, session: "no handle!" })).toEqual({
      query: "a",
    });
  });

  it("never gives more than the budget asked for", () => {
    expect(() => read({ query: "a", budget: 199 })).toThrow("budget: must be at least 200");
  });

  it("says what is wrong and what works, without repeating what was sent", () => {
    expect(() => read({})).toThrow('query: is required. Send, for example, {"query":"a question"}.');
    expect(() => read({ query: "x".repeat(21) })).toThrow(/^query: must have at most 20 characters/);
    expect(() => read({ query: 7, budget: "secret" })).toThrow(
      /^query: must be text; budget: must be a number\. /,
    );
    for (const args of [undefined, null, "text", 7, []])
      expect(() => read(args)).toThrow("query: is required");
  });
});
