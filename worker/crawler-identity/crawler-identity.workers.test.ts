import { createExecutionContext, env, SELF, waitOnExecutionContext } from "cloudflare:test";
import { verify } from "http-message-sig";
import { expect, it } from "vitest";
import { verifierFromJWK } from "web-bot-auth/crypto";
import worker from "#worker/index.ts";

const URL_OF_KEYS = "https://docs.test/.well-known/http-message-signatures-directory";

it("a deployment publishes the keys of its crawler, signed for its own address", async () => {
  const execution = createExecutionContext();
  const production = {
    ...env,
    ENVIRONMENT: "production",
    API_KEY_PEPPER: "p".repeat(40),
    AUTH_SECRET: "a".repeat(40),
    SEAL_KEYS: `1:${"s".repeat(40)},2:${"t".repeat(40)}`,
    PUBLIC_ORIGIN: "https://docs.test",
    MAIL_FROM: "Docs <mail@docs.test>",
  };
  const response = await worker.fetch(new Request(URL_OF_KEYS), production as unknown as Env, execution);
  await waitOnExecutionContext(execution);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/http-message-signatures-directory+json");
  const { keys } = (await response.json()) as { keys: (JsonWebKey & { kid: string })[] };
  expect(keys).toHaveLength(2);
  expect(keys.every((key) => key.d === undefined)).toBe(true);

  // The library checks one signature at a time; the answer has one of each key.
  const [signatures, inputs] = ["signature", "signature-input"].map((name) =>
    response.headers.get(name)!.split(/, (?=sig\d=)/),
  );
  expect(signatures).toHaveLength(2);
  for (const [index, key] of keys.entries()) {
    const verifier = await verifierFromJWK(key);
    const headers = { Signature: signatures![index]!, "Signature-Input": inputs![index]! };
    const check = (url: string) =>
      verify(
        { response: { status: 200, headers }, request: { method: "GET", url, headers: {} } },
        (data, signature, params) => {
          expect(params).toMatchObject({ keyid: key.kid, tag: "http-message-signatures-directory" });
          return verifier(data, signature, params as Parameters<typeof verifier>[2]);
        },
      );
    await check(URL_OF_KEYS);
    await expect(check("https://other.test/")).rejects.toThrow("invalid signature");
  }
});

it("a copy on a laptop has no such keys", async () => {
  expect(
    (await SELF.fetch("https://docenda.test/.well-known/http-message-signatures-directory")).status,
  ).toBe(404);
});
