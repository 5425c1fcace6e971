import { expect, it } from "vitest";
import { inputOf, readForm, writeForm } from "./search-input.ts";

const read = (search: string) => readForm(new URLSearchParams(search));

it("reads the address, and takes what it does not know for the default", () => {
  expect(read("")).toEqual({ query: "", keywords: "", scope: "all", sources: [], budget: "1500" });
  expect(
    read("q=hono+rpc&keywords=hc%2C+AppType&scope=private&source=hono&source=zod&source=hono&budget=500"),
  ).toEqual({
    query: "hono rpc",
    keywords: "hc, AppType",
    scope: "private",
    sources: ["hono", "zod"],
    budget: "500",
  });
  expect(read("scope=everything&budget=7&source=")).toEqual(read(""));
});

it.each(["", "q=a", "q=a&keywords=b&scope=public&source=x&source=y&budget=10000"])(
  "writes back %j",
  (search) => {
    expect(writeForm(new URLSearchParams("theme=1&q=old&source=old"), read(search)).toString()).toBe(
      ["theme=1", search].filter(Boolean).join("&"),
    );
  },
);

it("asks for no more than what differs from the default", () => {
  expect(inputOf(read("q=+a+"), null)).toEqual({ query: "a" });
  expect(inputOf(read("q=a&scope=public&source=x&budget=500"), "s_1")).toEqual({
    query: "a",
    scope: "public",
    sources: ["x"],
    budget: 500,
    session: "s_1",
  });
  expect(inputOf(read("q=++"), null)).toBeNull();
  expect(inputOf(read("q=a&keywords=b,+,c%20d,b"), null)).toEqual({ query: "a", keywords: ["b", "c d"] });
  const many = Array.from({ length: 12 }, (_, n) => `k${n}`).join();
  expect(inputOf(read(`q=a&keywords=${many},${"x".repeat(100)}`), null)?.keywords).toHaveLength(8);
});
