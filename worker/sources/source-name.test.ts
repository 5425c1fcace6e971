import { expect, it } from "vitest";
import { freeName, nameFromUrl } from "./source-name.ts";

it.each([
  ["https://docs.python.org/3/", "python.org/3"],
  ["https://www.postgresql.org/docs/current/index.html", "postgresql.org/current"],
  ["https://hono.dev/docs", "hono.dev"],
  ["https://developer.mozilla.org/en-US/docs/Web/API/Fetch_API", "mozilla.org/Web/API"],
  ["https://docs.rs/tokio/latest/tokio/", "docs.rs/tokio/tokio"],
  ["http://127.0.0.1:8080/agents/", "127.0.0.1:8080/agents"],
  ["https://api.dev/", "api.dev"],
])("%s is called %s", (url, name) => {
  expect(nameFromUrl(url)).toBe(name);
});

it("numbers a name that is taken", () => {
  expect(freeName("a", new Set())).toBe("a");
  expect(freeName("a", new Set(["a", "a-2"]))).toBe("a-3");
});
