import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { refusal, renderConsole, USER } from "#web/test/console-page.tsx";
import type { Call } from "#web/test/console-page.tsx";
import { resetSelectedTeam, selectTeam } from "#web/api/selected-team.ts";
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
  monthlyCreditLimit: null,
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
  // The second time the key is known here.
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

test("a key is limited from its row, which then says what is used of the limit", async () => {
  let limit: unknown = null;
  const calls = renderConsole(KeysPage, {
    "GET /api/api-keys": () => ({
      apiKeys: [key("key_1", "laptop", { monthlyCreditLimit: limit }), KEYS[2]],
    }),
    "GET /api/credits/by-key": { keys: [] },
    "GET /api/credits/spending": {
      resetsAt: "2026-12-01T00:00:00.000Z",
      spenders: [
        { kind: "member", id: "key_1", credits: 9 },
        { kind: "key", id: "key_1", credits: 1_200 },
      ],
    },
    "PUT /api/api-keys/key_1/limit": ({ body }: Call) => {
      limit = (body as { monthlyCredits: unknown }).monthlyCredits;
      return { id: "key_1", monthlyCredits: limit };
    },
  });
  await expect.element(page.getByRole("cell", { name: "laptop", exact: true })).toBeVisible();
  expect(page.getByRole("button", { name: "Limit old" }).elements()).toHaveLength(0);
  page.getByRole("button", { name: "Limit laptop" }).element().focus();
  await userEvent.keyboard("{Enter}");
  const field = page.getByRole("textbox", { name: "Credits per month" });
  await expect.element(field).toHaveFocus();
  await expect
    .element(field)
    .toHaveAccessibleDescription("1,200 used this month. Resets Dec 1, 2026. Leave empty for no limit.");
  await userEvent.keyboard("some{Enter}");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Enter a whole number");
  await userEvent.fill(field, "");
  await userEvent.keyboard("1,500{Enter}");
  await expect.element(page.getByText("1,200 of 1,500 credits this month")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Limit laptop" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveValue("1500");
  await userEvent.fill(field, "");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("credits this month")).not.toBeInTheDocument();
  const sent = calls.filter(({ method }) => method === "PUT").map(({ body }) => body);
  expect(sent).toEqual([{ monthlyCredits: 1_500 }, { monthlyCredits: null }]);
});

test.each(["member", "admin"])("a team's key has for a %s only what they may do with it", async (role) => {
  selectTeam("team_1");
  try {
    renderConsole(KeysPage, {
      "GET /api/api-keys": { apiKeys: [key("key_1", "laptop", { teamId: "team_1" })] },
      "GET /api/credits/by-key": { keys: [] },
      "GET /api/teams/team_1": { members: [{ userId: USER.uid, role }] },
    });
    await expect.element(page.getByRole("cell", { name: "laptop", exact: true })).toBeVisible();
    const offered = page.getByRole("button", { name: /^(Limit|Revoke|Roll|Reveal) laptop$|^Show$/ });
    expect(offered.elements()).toHaveLength(role === "member" ? 0 : 5);
    const words = page.getByText("Only owners and admins of the team can show this key.");
    expect(words.elements()).toHaveLength(role === "member" ? 1 : 0);
  } finally {
    resetSelectedTeam();
  }
});
