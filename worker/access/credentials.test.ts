import { expect, it } from "vitest";
import { findApiKey } from "./credentials.ts";

const A = "doc_aaaa";
const B = "doc_bbbb";

function find(headers: Record<string, string>, queryKeys: string[] = [], path = "/mcp") {
  return findApiKey({ path, headers: new Headers(headers), queryKeys });
}

it.each([
  [{ authorization: `Bearer ${A}` }, []],
  [{ authorization: `bearer   ${A} ` }, []],
  [{ "x-api-key": A }, []],
  [{}, [A]],
  [{}, [A, A]],
  [{ authorization: `Bearer ${A}`, "x-api-key": A }, [A]],
  [{ authorization: `Bearer ${A}`, "x-api-key": "" }, [""]],
] as [Record<string, string>, string[]][])("finds the key in %j and the query %j", (headers, queryKeys) => {
  expect(find(headers, queryKeys)).toBe(A);
  expect(find(headers, queryKeys, "/mcp/openai")).toBe(A);
});

it("finds none where there is none", () => {
  expect(find({})).toBeNull();
  expect(find({ authorization: "", "x-api-key": " " }, [""])).toBeNull();
});

it.each([
  [{ authorization: `Bearer ${A}`, "x-api-key": B }, []],
  [{ authorization: `Bearer ${A}` }, [B]],
  [{ "x-api-key": A }, [B]],
  [{}, [A, B]],
] as [Record<string, string>, string[]][])(
  "refuses different keys in %j and the query %j",
  (headers, queryKeys) => {
    expect(() => find(headers, queryKeys)).toThrow(
      expect.objectContaining({ code: "invalid-argument", message: expect.stringContaining("different") }),
    );
  },
);

it.each(["Basic dXNlcjpwYXNz", A, "Bearer", `Bearer ${A} ${B}`])("refuses the header %j", (authorization) => {
  expect(() => find({ authorization })).toThrow(expect.objectContaining({ code: "unauthenticated" }));
});

it.each(["/api/api-keys", "/", "/mcpx", "/api/mcp"])("refuses a key in the URL of %s", (path) => {
  expect(() => find({}, [A], path)).toThrow(
    expect.objectContaining({ code: "invalid-argument", message: expect.stringContaining("in the URL") }),
  );
  expect(find({ "x-api-key": A }, [], path)).toBe(A);
});
