import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "#tests/support/chromium.ts";
import { indexPackageDocs, startWebProduct } from "#tests/support/web-product.ts";
import type { WebProduct } from "#tests/support/web-product.ts";
import { askAsAgent, makeInhabitant, signIn } from "./inhabitant.ts";
import type { Inhabitant } from "./inhabitant.ts";
import { press, reach } from "./keyboard.ts";
import { LOOKS, overflowOf, settle, violationsOf } from "./look.ts";

const QUESTION = "parse an object schema strictly";
/** `TEAM_SHOTS` is a folder for pictures of the team's pages. */
const { TEAM_SHOTS: SHOTS } = process.env;

/** The life of a team in the browsers of two people, by keyboard alone. Its parts follow each other. */
describe.skipIf(findChromium() === null)(
  "a team in two browsers, by keyboard",
  { timeout: 120_000, retry: 0 },
  () => {
    let product: WebProduct;
    let owner: Inhabitant;
    let guest: Inhabitant;
    let owners: Page;
    let guests: Page;
    let teamKey: string;

    beforeAll(async () => {
      product = await startWebProduct("teams");
      await indexPackageDocs(product.server, "zod");
      owner = await makeInhabitant(product, "owner@example.com");
      guest = await makeInhabitant(product, "guest@example.com");
      owners = await (await signedIn(owner)).newPage();
      guests = await (await signedIn(guest)).newPage();
    }, 300_000);

    afterAll(() => product?.close());

    async function signedIn(who: Inhabitant): Promise<BrowserContext> {
      const context = await product.browser.newContext({ baseURL: product.server.url });
      await signIn(product, context, who);
      return context;
    }

    test("is created with an invitation in it", async () => {
      await open(owners, "/team");
      await press(owners, "link", "Create a team");
      await arrive(owners, "Create a team");
      await look(owners, "create-team");
      await reach(owners, "textbox", "Team name");
      await owners.keyboard.type("Kettles");
      await reach(owners, "textbox", "Invite members (optional)");
      await owners.keyboard.type(guest.email);
      await press(owners, "button", "Create team");
      await arrive(owners, "Kettles");
      await memberRow(owners, guest).getByText("Invited").waitFor();
      expect(await owners.evaluate(() => localStorage.getItem("selectedTeamId"))).toMatch(/^team_/);
      await look(owners, "team");
    });

    test("is joined by the link of the mail, and its members see that at once", async () => {
      const [path, said] = [
        await invitationOf(product, guest.email),
        guests.getByText("Team invite accepted successfully!").first(),
      ];
      await Promise.all([guests.goto(path), guests.waitForURL(/\/dashboard$/), said.waitFor()]);
      await guests.getByRole("combobox", { name: "Account" }).getByText("Kettles").waitFor();
      await expect.poll(() => memberRow(owners, guest).getByText("Invited").count()).toBe(0);
      // The link has been used: who comes with it again is in the team, and a stranger's browser is told that it is not theirs.
      const stranger = await makeInhabitant(product, "stranger@example.com");
      const page = await (await signedIn(stranger)).newPage();
      await open(page, await invitationOf(product, guest.email));
      await arrive(page, "Unable to Accept Invitation");
      await look(page, "accept");
      await page.context().close();
    });

    test("a team's key works for an agent, and the other sees its search on Activity", async () => {
      await open(guests, "/keys");
      const answered = guests.waitForResponse(/createApiKeyCallableV2/);
      await press(guests, "button", "+ New API Key");
      await reach(guests, "textbox", "Name");
      await guests.keyboard.type("shared agent");
      await choose(guests, "Access", "Search only");
      await press(guests, "button", "Create");
      const { key } = (await (await answered).json()).result;
      teamKey = key;
      await guests.getByRole("cell", { name: "shared agent", exact: true }).waitFor();

      await open(owners, "/activity");
      await arrive(owners, "Kettles Recent Activity");
      await expect.poll(() => owners.title()).toMatch(/ - Kettles Activity$/);
      await askAsAgent(product, { ...guest, apiKey: teamKey }, [QUESTION]);
      const row = owners.getByRole("row", { name: QUESTION });
      await row.getByRole("cell", { name: guest.email }).waitFor();
      // Without a paid seat it was the member's own account.
      await row.getByText("Member account -1").waitFor();
      await look(owners, "activity");
      await choose(owners, "Member", owner.email);
      await owners.getByText("No transactions matching the selected filters.").waitFor();
      await choose(owners, "Member", guest.email);
      await row.waitFor();

      await open(owners, "/team");
      await owners.getByText("1 of 2 members have connected an agent with a team key.").waitFor();
      await look(owners, "team-in-use");
    });

    test("a member and a key get limits, which the member sees and cannot change", async () => {
      await open(owners, "/team");
      await press(owners, "button", `Limits of ${guest.email}`);
      await reach(owners, "textbox", "Team credits per month");
      await owners.keyboard.type("25");
      await reach(owners, "textbox", "Sources");
      await owners.keyboard.type("3");
      await look(owners, "limits-of-member");
      await press(owners, "button", "Save");
      await memberRow(owners, guest).getByText("0 of 25 team credits this month, 0 of 3 sources").waitFor();
      // Told to the member at once, who can't change it.
      await open(guests, "/team");
      await memberRow(guests, guest).getByText("0 of 25 team credits").waitFor();
      expect(await guests.getByRole("button", { name: /^Limits of/ }).count()).toBe(0);
      await open(guests, "/keys");
      await guests.getByRole("cell", { name: "shared agent", exact: true }).waitFor();
      expect(await guests.getByRole("button", { name: /^Limit / }).count()).toBe(0);

      await open(owners, "/keys");
      await press(owners, "button", "Limit shared agent");
      await reach(owners, "textbox", "Credits per month");
      await owners.keyboard.type("0");
      await press(owners, "button", "Save");
      await owners.getByText("0 of 0 credits this month").waitFor();
      await owners.getByRole("dialog").waitFor({ state: "detached" });
      await look(owners, "keys-of-team");
      await press(owners, "button", "Limit shared agent");
      await reach(owners, "textbox", "Credits per month");
      await owners.keyboard.press("Control+A");
      await owners.keyboard.press("Delete");
      await press(owners, "button", "Save");
      await owners.getByText("0 of 0 credits this month").waitFor({ state: "detached" });
    });

    test("the scope is switched to the person's own things and back", async () => {
      await open(guests, "/dashboard");
      await choose(guests, "Account", "Personal");
      await arrive(guests, "Dashboard");
      await open(guests, "/keys");
      await guests.getByRole("cell", { name: "laptop", exact: true }).waitFor();
      expect(await guests.getByRole("cell", { name: "shared agent", exact: true }).count()).toBe(0);
      await choose(guests, "Account", "Kettles");
      await arrive(guests, "Dashboard");
      await open(guests, "/keys");
      await guests.getByRole("cell", { name: "shared agent", exact: true }).waitFor();
      expect(await guests.getByRole("cell", { name: "laptop", exact: true }).count()).toBe(0);
    });

    test("others are invited on a page of their own; each address gets an answer", async () => {
      await open(owners, "/team");
      await press(owners, "link", "Add members");
      await arrive(owners, "Add members");
      await reach(owners, "textbox", "Email addresses");
      await owners.keyboard.type(`${guest.email}, third@example.com`);
      await press(owners, "button", "Invite");
      await owners.getByText("third@example.com is invited.").waitFor();
      const answers = owners.getByRole("list", { name: "Invited" }).getByRole("listitem");
      expect(await answers.allTextContents()).toContain(`${guest.email} is in the team already.`);
      await look(owners, "add-members");
    });

    test("a role changes for both, and what it allows with it", async () => {
      await Promise.all([open(owners, "/team"), open(guests, "/team")]);
      expect(await guests.getByRole("link", { name: "Add members" }).count()).toBe(0);
      await choose(owners, `Role of ${guest.email}`, "Admin");
      await guests.getByRole("link", { name: "Add members" }).waitFor();
      expect(await guests.getByRole("button", { name: "Delete team" }).count()).toBe(0);
    });

    test("a member leaves; the next request for the team is refused, and the key stays the team's", async () => {
      const teamId = await guests.evaluate(() => localStorage.getItem("selectedTeamId"));
      await press(guests, "button", "Leave Kettles");
      await guests.getByRole("alertdialog").waitFor();
      await press(guests, "button", "Leave");
      await arrive(guests, "Dashboard");
      await memberRow(owners, guest).waitFor({ state: "detached" });
      const refused = await guests.request.get("/api/sources", { headers: { "x-team-id": teamId! } });
      expect(refused.status()).toBe(403);
      expect((await guests.request.get("/api/sources")).status()).toBe(200);
    });

    test("is deleted by its owner, who types its name; its key ends", async () => {
      await press(owners, "button", "Delete team");
      await reach(owners, "textbox", "Type Kettles to confirm");
      await owners.keyboard.type("Kettles");
      await press(owners.getByRole("alertdialog").page(), "button", "Delete team");
      await arrive(owners, "Dashboard");
      expect(await owners.evaluate(() => localStorage.getItem("selectedTeamId"))).toBe("individual");
      const late = { ...guest, apiKey: teamKey };
      await expect(askAsAgent(product, late, [QUESTION])).rejects.toThrow(/401|revoked|key/i);
    });
  },
);

function memberRow(page: Page, { email }: Inhabitant) {
  return page.getByRole("list", { name: "Members" }).getByRole("listitem").filter({ hasText: email });
}

/** The address in the newest invitation that came to somebody. */
async function invitationOf({ server }: WebProduct, to: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(`${server.url}/__mail?format=json&to=${encodeURIComponent(to)}`);
    const path = /\/accept\/[0-9A-Za-z]+/.exec(await answer.text())?.[0];
    if (path !== undefined) return path;
    await new Promise((settled) => setTimeout(settled, 100));
  }
  throw new Error(`no invitation came to ${to}`);
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settle(page);
}

/** Waits for what the next page has; a change of scope loads one anew. */
async function arrive(page: Page, heading: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
  await settle(page);
}

async function choose(page: Page, list: string, option: string): Promise<void> {
  await press(page, "combobox", list);
  await page.getByRole("option", { name: option, exact: true }).waitFor();
  await page.keyboard.type(option);
  await page.keyboard.press("Enter");
}

/** How a page looks in every window; nothing is wider than it, and its rules of accessibility hold. */
async function look(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()!;
  for (const [way, { colorScheme, viewport }] of Object.entries(LOOKS)) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await settle(page);
    expect(await overflowOf(page), `${name} in ${way}`).toBe(0);
    expect(await violationsOf(page), `${name} in ${way}`).toEqual([]);
    if (SHOTS === undefined) continue;
    mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: join(SHOTS, `${name}-${way}.png`), fullPage: true });
  }
  await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: "light" });
}
