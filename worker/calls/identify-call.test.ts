import { expect, it } from "vitest";
import type { Actor } from "#worker/context.ts";
import type { SearchArguments } from "./search-documentation.ts";
import { identifyCall } from "./identify-call.ts";

const KEY: Actor = {
  kind: "api-key",
  userId: "u",
  apiKeyId: "key_1",
  apiKeyName: "",
  keyScope: "index",
  monthlyCreditLimit: null,
  lastClient: null,
};
const CALL: SearchArguments = { query: "hooks", budget: 500 };

it("is the same in any order of arguments, in any session, and with arguments that are not given", async () => {
  const id = await identifyCall(KEY, "search", CALL);
  const same: SearchArguments[] = [
    { budget: 500, query: "hooks" },
    { ...CALL, session: "s_1", repeat: true },
    { ...CALL, version: undefined },
  ];
  for (const input of same) expect(await identifyCall(KEY, "search", input)).toBe(id);
});

it("is another for another question, operation, key or client", async () => {
  const ids = await Promise.all([
    identifyCall(KEY, "search", CALL),
    identifyCall(KEY, "read", CALL),
    identifyCall(KEY, "search", { ...CALL, query: "refs" }),
    identifyCall({ ...KEY, apiKeyId: "key_2" }, "search", CALL),
    identifyCall(
      { kind: "oauth", userId: "u", grantId: "g", clientId: "key_1", clientName: "", scopes: [] },
      "search",
      CALL,
    ),
  ]);
  expect(new Set(ids).size).toBe(ids.length);
});
