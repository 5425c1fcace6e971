import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { limitedKv } from "#worker/local/limits/write-rates.ts";
import { patientKv } from "./patient-kv.ts";

it("writes a key twice where the platform takes one write a second", async () => {
  const store = patientKv(limitedKv(env.OAUTH_KV));
  await store.put("patient:1", "first");
  await store.put("patient:1", "second");
  expect(await store.get("patient:1")).toBe("second");
  expect((await store.list({ prefix: "patient:" })).keys).toHaveLength(1);
});

it("fails at once with what is no matter of time", async () => {
  const away = { ...env.OAUTH_KV, put: () => Promise.reject(new Error("KV PUT failed: 413")) };
  await expect(patientKv(away as unknown as KVNamespace).put("patient:2", "")).rejects.toThrow("413");
});
