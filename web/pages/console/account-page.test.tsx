import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { refusal, renderConsole } from "#web/test/console-page.tsx";
import AccountPage from "./account-page.tsx";

const SINCE = "2026-11-01T10:00:00.000Z";
const TOP_UP_OFF = { isOn: false, settings: null, spentCents: 0, isBuying: false, stoppedBecause: null };
const SERVER = {
  "GET /api/profile": {
    uid: "usr_1",
    email: "ada@example.com",
    displayName: "Ada",
    photoURL: null,
    marketingConsent: false,
  },
  "GET /api/profile/mail-settings": { savings: true },
  "GET /api/auth/sessions": { sessions: [] },
  "GET /api/oauth/grants": { grants: [] },
  "GET /api/billing": {
    isOpen: true,
    hasCustomer: false,
    subscription: null,
    debtCredits: 0,
    purchases: [],
    autoTopUp: TOP_UP_OFF,
    differences: [],
  },
};

function methods(...names: string[]) {
  return {
    methods: names.map((method) => ({ method, createdAt: SINCE })),
    providers: ["github", "google"],
  };
}

test("ways to sign in: each connected or not, the only one stays", async () => {
  let answer = methods("password", "github");
  const calls = renderConsole(AccountPage, {
    ...SERVER,
    "GET /api/auth/sign-in-methods": () => answer,
    "DELETE /api/auth/sign-in-methods/github": () => {
      answer = methods("password");
      return { method: "github" };
    },
  });
  const card = page.getByRole("region", { name: "Sign-in" });
  await expect.element(card.getByText("Not connected")).toBeVisible();
  await expect.element(card.getByRole("button", { name: "Connect Google" })).toBeVisible();
  await expect.element(card.getByRole("button", { name: "Remove the password" })).toBeVisible();
  await card.getByRole("button", { name: "Disconnect GitHub" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await expect.element(card.getByText("your only way to sign in", { exact: false })).toBeVisible();
  await expect.element(card.getByRole("button", { name: "Remove the password" })).not.toBeInTheDocument();
  await expect.element(card.getByRole("button", { name: "Connect GitHub" })).toBeVisible();
  expect(calls.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual([
    "/api/auth/sign-in-methods/github",
  ]);
});

test("ways to sign in: a session that is not fresh is asked to sign in again, and goes on", async () => {
  let isFresh = false;
  const left = vi.fn<() => void>();
  renderConsole(AccountPage, {
    ...SERVER,
    "GET /api/auth/sign-in-methods": methods("password"),
    "POST /api/auth/sign-in-methods/github/link": () => {
      if (isFresh) return { url: "#at-github" };
      const error = { message: "For this, sign in again.", data: { reason: "sign-in-not-fresh" } };
      return Response.json({ error }, { status: 403 });
    },
    "POST /api/auth/sign-in": () => {
      isFresh = true;
      return { user: {} };
    },
    "GET /api/session": {
      user: {
        uid: "usr_1",
        email: "ada@example.com",
        emailVerified: true,
        displayName: null,
        photoURL: null,
        tier: "Free",
        createdAt: SINCE,
      },
      flags: {},
    },
  });
  addEventListener("hashchange", left, { once: true });
  await page.getByRole("button", { name: "Connect GitHub" }).click();
  await page.getByLabelText("Password of ada@example.com").fill("correct horse battery");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect.poll(() => left.mock.calls.length).toBe(1);
  expect(location.hash).toBe("#at-github");
});

test("ways to sign in: what cannot be read says so", async () => {
  renderConsole(AccountPage, {
    ...SERVER,
    "GET /api/auth/sign-in-methods": refusal(503, "Try again in a minute."),
  });
  await expect.element(page.getByText("Try again in a minute.")).toBeVisible();
});

const PAID = {
  isOpen: true,
  hasCustomer: true,
  subscription: {
    tier: "Basic",
    status: "active",
    priceCents: 900,
    periodEnd: "2026-12-22T10:00:00.000Z",
    cancelsAt: null as string | null,
  },
  debtCredits: 0,
  purchases: [],
  autoTopUp: TOP_UP_OFF,
  differences: [],
};

test("the plan: what it costs next, another one at a price that was seen, cancelled and resumed", async () => {
  let billing = PAID;
  const calls = renderConsole(AccountPage, {
    ...SERVER,
    "GET /api/auth/sign-in-methods": methods("password"),
    "GET /api/billing": () => billing,
    "GET /api/billing/invoices": {
      next: { amountCents: 900, at: PAID.subscription.periodEnd },
      invoices: [],
    },
    "POST /api/billing/preview-plan": {
      tier: "Pro",
      prorationDate: 1_790_000_000,
      lines: [
        { description: "Unused time on Docenda Basic", amountCents: -450 },
        { description: "Remaining time on Docenda Pro", amountCents: 1450 },
      ],
      dueCents: 1000,
      creditCents: 0,
    },
    "POST /api/billing/change-plan": refusal(409, "Your card was declined and you weren't charged."),
    "POST /api/billing/cancel": () => {
      billing = { ...PAID, subscription: { ...PAID.subscription, cancelsAt: PAID.subscription.periodEnd } };
      return billing;
    },
    "POST /api/billing/resume": () => {
      billing = PAID;
      return billing;
    },
    "GET /api/session": refusal(503, "Try again in a minute."),
  });
  const card = page.getByRole("region", { name: "Plan and billing" });
  await expect.element(card.getByText("Next: $9 on Dec 22, 2026")).toBeVisible();
  await card.getByRole("button", { name: "Change to Pro" }).click();
  const question = page.getByRole("alertdialog");
  await expect.element(question.getByText("$10", { exact: true })).toBeVisible();
  await question.getByRole("button", { name: "Change to Pro" }).click();
  await expect.element(question.getByText("Your card was declined", { exact: false })).toBeVisible();
  expect(calls.find(({ path }) => path.endsWith("change-plan"))?.body).toEqual({
    tier: "Pro",
    prorationDate: 1_790_000_000,
  });
  await question.getByRole("button", { name: "Cancel" }).click();

  await card.getByRole("button", { name: "Cancel plan" }).click();
  await expect
    .element(question.getByText("You keep Basic and its credits until Dec 22, 2026", { exact: false }))
    .toBeVisible();
  await question.getByRole("button", { name: "Cancel plan" }).click();
  await expect.element(card.getByText("Ends on Dec 22, 2026", { exact: false })).toBeVisible();
  await card.getByRole("button", { name: "Resume plan" }).click();
  await expect.element(card.getByRole("button", { name: "Cancel plan" })).toBeVisible();
});

test("auto top-up: off at first, turned on with its settings, and says why it ended", async () => {
  const settings = { thresholdCredits: 50, packCredits: 1000, packCents: 900, monthlyMaxCents: 2700 };
  let autoTopUp: unknown = TOP_UP_OFF;
  const calls = renderConsole(AccountPage, {
    ...SERVER,
    "GET /api/auth/sign-in-methods": methods("password"),
    "GET /api/billing": () => ({ ...PAID, autoTopUp }),
    "GET /api/billing/invoices": { next: null, invoices: [] },
    "GET /api/session": refusal(503, "Try again in a minute."),
    "PUT /api/billing/auto-top-up": ({ body }: { body: unknown }) => {
      autoTopUp = (body as { isOn: boolean }).isOn
        ? { isOn: true, settings, spentCents: 900, isBuying: false, stoppedBecause: null }
        : { isOn: false, settings, spentCents: 900, isBuying: false, stoppedBecause: "card-declined" };
      return { ...PAID, autoTopUp };
    },
  });
  const card = page.getByRole("region", { name: "Auto top-up" });
  await card.getByLabelText("When credits drop to").fill("50");
  await card.getByLabelText("Monthly maximum (USD)").fill("27");
  await card.getByRole("button", { name: "Turn on auto top-up" }).click();
  await expect.element(card.getByText("On: $9 of $27 spent this month (UTC).")).toBeVisible();
  const sent = () => calls.filter(({ method }) => method === "PUT").map(({ body }) => body);
  expect(sent()).toEqual([{ isOn: true, thresholdCredits: 50, packCredits: 1000, monthlyMaxCents: 2700 }]);
  await card.getByRole("button", { name: "Turn off auto top-up" }).click();
  await expect.element(card.getByText("your card was declined", { exact: false })).toBeVisible();
  expect(sent()[1]).toEqual({ isOn: false });
});
