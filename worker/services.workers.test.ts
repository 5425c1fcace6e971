import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { helpers, jwkToKeyID, verify } from "web-bot-auth";
import { verifierFromJWK } from "web-bot-auth/crypto";
import { putSite, requestsTo } from "#tests/support/stub-site.workers.ts";
import { readConfig } from "#worker/platform/config.ts";
import { crawlerKeys } from "./platform/web-bot-auth/sign-request.ts";
import { guardedFetchFor } from "./services.ts";

it("the way out does not lead back to the deployment itself, under any of its names (faults 34, 35)", async () => {
  const deployed = fetchAs("https://docs.test");
  for (const url of ["https://docs.test/", "http://DOCS.test./a", "https://api.docs.test/mcp"])
    await expect(deployed(url)).rejects.toMatchObject({ kind: "refused-address" });
  // Other sites are read as always, and this address where the origin is another one.
  expect((await fetchAs("https://elsewhere.test")("https://docs.test/")).url).toBe("https://docs.test/");
  expect((await deployed("https://notdocs.test/")).url).toBe("https://notdocs.test/");
});

it("a deployment says where its crawler is described, to sites and to nobody without such a page", async () => {
  await putSite("named.test", { "/": "<h1>Home</h1>" });
  await fetchAs("https://docs.test")("http://named.test/");
  await fetchAs(null)("http://named.test/");
  const names = (await requestsTo("named.test")).map(({ headers }) => headers["user-agent"]);
  expect(names).toEqual([
    "DocendaBot/1.0 (+https://docs.test/crawler; documentation for coding agents)",
    "DocendaBot/1.0 (documentation for coding agents)",
  ]);
});

it("a site can check that a request is of this deployment, and a copied signature opens no other site", async () => {
  await putSite("signed.test", {
    "/from": { status: 302, headers: { location: "http://signed.test/to" } },
    "/to": "<h1>To</h1>",
  });
  await fetchAs("https://docs.test")("http://signed.test/from");
  await fetchAs(null)("http://signed.test/to");
  const seen = await requestsTo("signed.test");
  expect(seen).toHaveLength(3);
  expect(seen[2]!.headers).not.toHaveProperty("signature");

  const { sealKeys } = readConfig(env);
  const [key] = await crawlerKeys(sealKeys);
  const verifier = await verifierFromJWK({ kty: "OKP", crv: "Ed25519", x: key!.x });
  const check = (url: string, headers: Record<string, string>) =>
    verify({ method: "GET", url, headers: new Headers(headers) }, verifier);
  for (const { headers } of seen.slice(0, 2)) {
    expect(headers["signature-agent"]).toBe('"https://docs.test"');
    expect(headers["signature-input"]).toContain(
      `keyid="${await jwkToKeyID({ kty: "OKP", crv: "Ed25519", x: key!.x }, helpers.WEBCRYPTO_SHA256, helpers.BASE64URL_DECODE)}"`,
    );
    await check("http://signed.test/", headers);
    await expect(check("http://other.test/", headers)).rejects.toThrow("invalid signature");
    await expect(
      check("http://signed.test/", { ...headers, "signature-agent": '"https://other.test"' }),
    ).rejects.toThrow("invalid signature");
  }
  expect(seen[0]!.headers.signature).not.toBe(seen[1]!.headers.signature);
});

function fetchAs(publicOrigin: string | null) {
  return guardedFetchFor({ ...readConfig(env), publicOrigin });
}

it.each(["API_KEY_PEPPER", "AUTH_SECRET", "SEAL_KEYS", "PUBLIC_ORIGIN", "MAIL_FROM"])(
  "a deployment without %s serves nobody",
  (name) => {
    const production = {
      ...env,
      ENVIRONMENT: "production",
      API_KEY_PEPPER: "p",
      AUTH_SECRET: "a",
      SEAL_KEYS: `1:${"k".repeat(32)}`,
      PUBLIC_ORIGIN: "https://docs.test",
      MAIL_FROM: "Docs <mail@docs.test>",
    };
    expect(readConfig(production as Env)).toMatchObject({
      publicOrigin: "https://docs.test",
      mailFrom: "Docs <mail@docs.test>",
    });
    expect(() => readConfig({ ...production, [name]: "" } as Env)).toThrow(`${name} is not set`);
  },
);
