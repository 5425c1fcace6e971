import axe from "axe-core";
import { Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { evidenceHash, toBase64Url, writeReceipt } from "#schema/evidence.ts";
import { render } from "#web/test/render.tsx";
import ReceiptPage from "./receipt-page.tsx";

const fetched = vi.spyOn(window, "fetch");

async function issue(iss = window.location.origin) {
  const { privateKey, publicKey } = (await crypto.subtle.generateKey("Ed25519", true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey));
  const key = { kty: "OKP", crv: "Ed25519", x: toBase64Url(raw), kid: "v1", alg: "EdDSA", use: "sig" };
  fetched.mockImplementation(async () => Response.json({ keys: [key] }));
  const body = {
    jti: "receipt1",
    iss,
    iat: 1_795_000_000,
    tool: "docenda_search_documentation",
    questionHash: await evidenceHash("how?"),
    confidence: "sure",
    passages: [
      {
        url: "https://kettles.test/descaling",
        source: "kettles",
        version: "2.1",
        fetchedAt: "2026-11-20T08:00:00.000Z",
        contentHash: await evidenceHash("page"),
        textHash: await evidenceHash("Fill it with vinegar."),
      },
    ],
  };
  return writeReceipt({ kid: "v1" }, body, (bytes) => crypto.subtle.sign("Ed25519", privateKey, bytes));
}

function open(id: string, receipt = "") {
  window.location.hash = receipt;
  render(
    <Routes>
      <Route path="/receipts/:id" element={<ReceiptPage />} />
    </Routes>,
    `/receipts/${id}`,
  );
}

beforeEach(() => fetched.mockReset());
afterEach(() => {
  window.location.hash = "";
});

test("checks the receipt of the address, and a passage against it", async () => {
  open("receipt1", await issue());
  await expect.element(page.getByText("Genuine.")).toBeVisible();
  await expect
    .element(page.getByRole("region", { name: "Passages" }))
    .toHaveTextContent("kettles.test/descaling");
  await page.getByLabelText("Text of a passage").fill("Fill it with vinegar.");
  await page.getByRole("button", { name: "Check passage" }).click();
  await expect
    .element(page.getByText("This is the passage from https://kettles.test/descaling."))
    .toBeVisible();
  await page.getByLabelText("Text of a passage").fill("Fill it with water.");
  await page.getByRole("button", { name: "Check passage" }).click();
  await expect.element(page.getByText("No passage of the receipt")).toBeVisible();
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([]);
  // Only the keys are asked for: the receipt stays here.
  expect(fetched.mock.calls.map(([url]) => url)).toEqual(["/.well-known/docenda-keys"]);
});

test("refuses a receipt that was changed, and one of another address or server", async () => {
  const receipt = await issue();
  const [head, body, signature] = receipt.split(".");
  open("check", [head, body, `${signature!.startsWith("A") ? "B" : "A"}${signature!.slice(1)}`].join("."));
  await expect.element(page.getByText("changed after it was signed")).toBeVisible();
  open("receipt2", receipt);
  await expect.element(page.getByText("isn't the one that this address names")).toBeVisible();
  open("check", await issue("https://elsewhere.test"));
  await expect.element(page.getByText("Another server issued this receipt.")).toBeVisible();
});

test("takes a pasted receipt, and says so when the keys can't be loaded", async () => {
  const receipt = await issue();
  open("check");
  await page.getByLabelText("Receipt").fill(receipt);
  await page.getByRole("button", { name: "Check receipt" }).click();
  await expect.element(page.getByText("Genuine.")).toBeVisible();
  fetched.mockImplementation(async () => new Response(null, { status: 503 }));
  await page.getByRole("button", { name: "Check receipt" }).click();
  await expect.element(page.getByText("We couldn't load the public keys.")).toBeVisible();
});
