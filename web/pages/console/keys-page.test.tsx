import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { refusal, renderConsole, USER } from "#web/test/console-page.tsx";
import KeysPage from "./keys-page.tsx";

const key = (id: string, name: string, more = {}) => ({
  id,
  userId: USER.uid,
  teamId: null,
  name,
  maskedKey: "doc_abcd••••••wxyz",
  createdAt: "2026-11-01T00:00:00.000Z",
  lastUsed: null,
  lastClient: null,
  isActive: true,
  endsAt: null,
  ...more,
});
const KEYS = [
  key("key_1", "laptop"),
  key("key_2", "runner"),
  key("key_3", "old", { isActive: false }),
  key("key_4", "rolled", { endsAt: "2099-01-01T00:00:00.000Z" }),
];
const SECRET = "doc_0123456789012345678901234567890123456789";

beforeEach(async () => {
  history.replaceState(null, "", "/keys");
  await page.viewport(1200, 900);
});

test("every key that can be shown is shown and masked again in its row", async () => {
  const calls = renderConsole(KeysPage, {
    "GET /api/api-keys": { apiKeys: KEYS },
    "GET /api/credits/by-key": { keys: [] },
    "POST /api/api-keys/key_2/reveal": { key: SECRET },
  });
  const row = page.getByRole("row").filter({ hasText: "runner" });
  await row.getByRole("button", { name: "Reveal runner" }).click();
  await expect.element(row.getByText(SECRET)).toBeVisible();
  await row.getByRole("button", { name: "Mask runner" }).click();
  await expect.element(row.getByText("doc_abcd••••••wxyz")).toBeVisible();
  // The second time it is known here.
  await row.getByRole("button", { name: "Reveal runner" }).click();
  await expect.element(row.getByText(SECRET)).toBeVisible();
  expect(calls.filter(({ path }) => path.endsWith("/reveal"))).toHaveLength(1);
  expect(page.getByRole("button", { name: /Reveal (old|rolled)/ }).elements()).toHaveLength(0);
});

test("a key that the server will not show says why, in its row", async () => {
  renderConsole(KeysPage, {
    "GET /api/api-keys": { apiKeys: KEYS },
    "GET /api/credits/by-key": { keys: [] },
    "POST /api/api-keys/key_2/reveal": () => refusal(429, "Too many keys were shown. Try again in a minute."),
  });
  const row = page.getByRole("row").filter({ hasText: "runner" });
  await row.getByRole("button", { name: "Reveal runner" }).click();
  await expect.element(row.getByRole("alert")).toHaveTextContent("Too many keys were shown.");
});

test("what the server says against a new key is in a banner; a name that is missing is said at the field", async () => {
  renderConsole(KeysPage, {
    "GET /api/api-keys": { apiKeys: [] },
    "GET /api/credits/by-key": { keys: [] },
    "POST /api/functions/createApiKeyCallableV2": () => refusal(500, ""),
  });
  await page.getByRole("button", { name: "+ New API Key" }).click();
  const form = page.getByRole("form", { name: "New API key" });
  await form.getByRole("button", { name: "Create" }).click();
  await expect.element(form.getByText("API key name is required")).toBeVisible();
  await form.getByRole("textbox", { name: "Name" }).fill("laptop");
  await form.getByRole("button", { name: "Create" }).click();
  await expect.element(form.getByRole("alert")).toHaveTextContent("An unknown error occurred");
  await expect
    .element(form.getByRole("textbox", { name: "Name" }))
    .not.toHaveAttribute("aria-invalid", "true");
});

test("everybody sees that the keys are on their way", async () => {
  renderConsole(KeysPage, {
    "GET /api/api-keys": () => new Promise(() => {}),
    "GET /api/credits/by-key": { keys: [] },
  });
  const words = page.getByText("Loading API keys...");
  await expect.element(words).toBeVisible();
  await expect.poll(() => words.element().getBoundingClientRect().width).toBeGreaterThan(50);
});
