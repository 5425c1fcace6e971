import { afterEach, expect, it, vi } from "vitest";
import { callFunction } from "./call-function.ts";
import { ApiError } from "./errors.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A network that gives back `answer`; the calls that were made are kept. */
function network(answer: () => Response | Promise<Response>) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => answer());
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

async function failure(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

it("sends {data}, and reads data before result", async () => {
  const fetch = network(() => Response.json({ result: { id: "key_1" } }));
  expect(await callFunction("createApiKeyCallableV2", { name: "Cursor" })).toEqual({ id: "key_1" });
  const [url, init] = fetch.mock.calls[0]!;
  expect([url, init?.method, init?.body]).toEqual([
    "/api/functions/createApiKeyCallableV2",
    "POST",
    '{"data":{"name":"Cursor"}}',
  ]);
  network(() => Response.json({ data: 1, result: 2 }));
  expect(await callFunction("onEmailVerified")).toBe(1);
});

it.each([
  [400, "invalid-argument"],
  [401, "unauthenticated"],
  [403, "permission-denied"],
  [404, "not-found"],
  [409, "aborted"],
  [429, "resource-exhausted"],
  [499, "cancelled"],
  [500, "internal"],
  [501, "unimplemented"],
  [503, "unavailable"],
  [504, "deadline-exceeded"],
  [418, "unknown"],
])("the status %i is %s", async (status, code) => {
  network(() =>
    Response.json({ error: { message: "No." } }, { status, headers: { "x-request-id": "req_1" } }),
  );
  expect(await failure(callFunction("f"))).toMatchObject({ code, message: "No.", requestId: "req_1" });
});

it.each([
  ["<html>", "Response is not valid JSON object."],
  ["[1]", "Response is not valid JSON object."],
  ["{}", "Response is missing data field."],
])("%s is no answer", async (body, message) => {
  network(() => new Response(body));
  expect(await failure(callFunction("f"))).toMatchObject({ message });
});

it("says when nothing answers, and when it takes too long", async () => {
  network(() => Promise.reject(new TypeError("fetch failed")));
  expect(await failure(callFunction("f"))).toMatchObject({
    code: "network",
    message: "Network error. Please check your connection",
  });
  network(() => Promise.reject(new DOMException("late", "TimeoutError")));
  expect(await failure(callFunction("f"))).toMatchObject({ code: "deadline-exceeded" });
});
