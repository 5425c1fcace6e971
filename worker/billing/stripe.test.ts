import { afterEach, expect, it, vi } from "vitest";
import { createStripe } from "#worker/platform/stripe.ts";
import { throughStripe } from "./stripe.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a Stripe that times out is asked three times under one idempotency key, and the person is told (fault 6)", async () => {
  vi.useFakeTimers();
  const keys: (string | null)[] = [];
  vi.stubGlobal("fetch", (_url: URL, { headers, signal }: RequestInit) => {
    keys.push(new Headers(headers).get("idempotency-key"));
    return new Promise((_, fail) => signal?.addEventListener("abort", () => fail(signal.reason)));
  });
  const stripe = createStripe({
    secretKey: "sk_test",
    apiUrl: "https://api.stripe.test",
    webhookSecrets: [],
  });
  const outcome = throughStripe(() => stripe.customers.create({ email: "ada@example.test" })).then(
    () => "created",
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  expect(await outcome).toMatchObject({ code: "unavailable", data: { reason: "stripe-unavailable" } });
  expect(keys).toHaveLength(3);
  expect(keys[0]).toBeTruthy();
  expect(new Set(keys).size).toBe(1);
});
