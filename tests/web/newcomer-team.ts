import type { Locator, Page } from "playwright";
import { STAND_IN_USERS } from "#local/stand-ins/users.ts";
import type { WebProduct } from "#tests/support/web-product.ts";
import { callAsClaudeCode, copiedText, visitorsPage } from "./newcomer.ts";
import type { Look, NewcomerResult } from "./newcomer.ts";

/** What one person does on one page, until the next page is there. */
export type TeamStep = { name: string; clicks: number; typedFields: number; ms: number };
export type NewTeamResult = NewcomerResult & { steps: TeamStep[] };

const TEAM = "Kettles";
const MEMBER = STAND_IN_USERS.find(({ login }) => login === "demo")!;

/**
 * What two people do who have never been here, each in a browser of their own: one goes from the home page to a new team and
 * invites the other, who joins from the mail and connects an agent with a key of the team. Every press of the mouse is a click,
 * in the mail box and at GitHub too; a field that has the focus already needs none.
 */
export async function beNewTeam(product: WebProduct, look: Look): Promise<NewTeamResult> {
  const owner = await visitorsPage(product);
  const member = await visitorsPage(product);
  const steps: TeamStep[] = [];
  let clicks = 0;
  let typedFields = 0;

  const click = async (what: Locator) => {
    await what.first().click();
    clicks += 1;
  };
  const type = async (field: Locator, text: string) => {
    await field.waitFor();
    if (!(await hasFocus(field))) await click(field);
    await field.page().keyboard.type(text);
    typedFields += 1;
  };
  const step = async <T>(name: string, page: Page, act: () => Promise<T>): Promise<T> => {
    await look(`${steps.length + 1}-${name}`, page);
    const [clicksBefore, fieldsBefore, start] = [clicks, typedFields, performance.now()];
    const result = await act();
    const ms = performance.now() - start;
    steps.push({ name, clicks: clicks - clicksBefore, typedFields: typedFields - fieldsBefore, ms });
    return result;
  };
  const popupOf = async (page: Page, opener: Locator) => {
    const opened = page.waitForEvent("popup");
    await click(opener);
    const popup = await opened;
    await popup.waitForLoadState();
    return popup;
  };

  const start = performance.now();
  await owner.goto("/");
  await step("home", owner, async () => {
    await click(owner.getByRole("link", { name: "Pricing" }));
    await owner.getByRole("heading", { name: "Teams" }).waitFor();
  });
  await step("pricing", owner, async () => {
    await click(owner.getByRole("link", { name: "Create a team" }));
    await owner.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  });
  const ownersGithub = await step("sign-in", owner, () =>
    popupOf(owner, owner.getByRole("button", { name: "Continue with GitHub" })),
  );
  await step("github", ownersGithub, async () => {
    await click(ownersGithub.getByRole("button", { name: /Ada/ }));
    await owner.getByRole("form", { name: "Create a team" }).waitFor();
  });
  await step("create-team", owner, async () => {
    await type(owner.getByRole("textbox", { name: "Team name" }), TEAM);
    await owner.keyboard.press("Tab");
    await type(owner.getByRole("textbox", { name: "Invite members (optional)" }), MEMBER.email);
    await click(owner.getByRole("button", { name: "Create team" }));
    await owner.getByRole("list", { name: "Members" }).getByText("Invited").waitFor();
    await openMailBox(member);
  });
  await step("mail-box", member, async () => {
    await click(invitationIn(member));
    await acceptIn(member).waitFor();
  });
  const invited = await step("mail", member, async () => {
    const page = await popupOf(member, acceptIn(member));
    await page.getByRole("link", { name: "Create an account" }).waitFor();
    return page;
  });
  await step("invitation", invited, async () => {
    await click(invited.getByRole("link", { name: "Create an account" }));
    await invited.getByRole("heading", { name: "Create your account" }).waitFor();
  });
  const membersGithub = await step("sign-up", invited, () =>
    popupOf(invited, invited.getByRole("button", { name: "Sign up with GitHub" })),
  );
  await step("github", membersGithub, async () => {
    await click(membersGithub.getByRole("button", { name: new RegExp(MEMBER.name) }));
    await invited.getByRole("combobox", { name: "Account" }).getByText(TEAM).waitFor();
    await invited.getByRole("form", { name: "New API key" }).waitFor();
  });
  await step("key", invited, async () => {
    await click(invited.getByRole("button", { name: "Create", exact: true }));
    await invited.getByText("Waiting for your first search").waitFor();
  });
  const called = await step("connect", invited, async () => {
    await click(invited.getByRole("button", { name: "Copy: Claude Code command" }));
    await callAsClaudeCode(await copiedText(invited));
    const end = performance.now();
    await invited.getByText(/^Connected: Claude Code/).waitFor();
    return end;
  });
  const end = performance.now();
  await look(`${steps.length + 1}-connected`, invited);
  // Nobody has to look there; it shows that the key is the team's.
  await owner.reload();
  await owner.getByText("1 of 2 members have connected an agent with a team key.").waitFor();
  await Promise.all([owner, member].map((page) => page.context().close()));
  return { clicks, typedFields, steps, totalMs: end - start, connectedMs: end - called };
}

function hasFocus(field: Locator): Promise<boolean> {
  return field.evaluate((element) => element === document.activeElement);
}

/** The mail box of the machine stands for the member's own; the mail may still be on its way. */
async function openMailBox(page: Page): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    await page.goto(`/__mail?to=${encodeURIComponent(MEMBER.email)}`);
    if ((await invitationIn(page).count()) > 0) return;
    await page.waitForTimeout(100);
  }
  throw new Error(`no invitation came to ${MEMBER.email}`);
}

function invitationIn(mailBox: Page): Locator {
  return mailBox.getByRole("link", { name: `Join ${TEAM}` });
}

function acceptIn(mail: Page): Locator {
  return mail.frameLocator("iframe").getByRole("link", { name: "Accept invitation" });
}
