import { env, SELF } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { lastMail, ORIGIN, signedUp } from "#tests/support/browser.workers.ts";
import { makeTeam } from "#tests/support/teams.workers.ts";
import type { Owner } from "#worker/context.ts";
import { storeTransactions } from "#worker/credits/repo.ts";
import { connectDb } from "#worker/platform/db.ts";
import { newId } from "#worker/platform/ids.ts";
import { mailSavings } from "./mail-savings.ts";

const db = connectDb(env.DB);
let year = 2030;

/** A year of the test's own: months are reported once, whoever else tests here. */
const newYear = () => (year += 1);

async function use(owner: Owner, at: string, tokensSent = 500, tokensOfFullPages = 9_000) {
  await storeTransactions(db, [
    {
      id: newId("tx"),
      ownerKind: owner.kind,
      ownerId: owner.id,
      timestamp: new Date(at),
      source: "usage",
      amount: -1,
      tokensSent,
      tokensOfFullPages,
    },
  ]);
}

const userOf = ({ userId }: Pick<Account, "userId">): Owner => ({ kind: "user", id: userId });

/** Lets the clock ring at times; returns the mails that it sent off. */
async function ringAt(...times: string[]) {
  const ctx = systemCtx();
  const { mailQueue } = ctx.services;
  const send = vi.fn<typeof mailQueue.send>((mail) => mailQueue.send(mail));
  const config = { ...ctx.services.config, publicOrigin: ORIGIN };
  const services = { ...ctx.services, config, mailQueue: { ...mailQueue, send } };
  for (const time of times) await mailSavings({ ...ctx, services, now: () => new Date(time) });
  return send.mock.calls.map(([mail]) => mail);
}

const linkIn = ({ headers }: { headers?: Record<string, string> }) =>
  /^<(https:[^<>]+)>$/.exec(headers?.["List-Unsubscribe"] ?? "")?.[1] ?? "";

describe("the mail with a month's savings", () => {
  it("goes once to each owner with use, a day after the month, in the order of owners and a part at a time", async () => {
    const y = newYear();
    const [own, idle, longer] = await Promise.all([makeAccount(), makeAccount(), makeAccount()]);
    await use(userOf(own), `${y}-10-01T00:00:00Z`);
    await use(userOf(own), `${y}-10-31T23:59:59Z`);
    await use(userOf(own), `${y}-11-01T00:00:00Z`);
    await use(userOf(idle), `${y}-09-30T23:59:59Z`);
    // Answers as long as their pages save nothing.
    await use(userOf(longer), `${y}-10-02T00:00:00Z`, 900, 900);
    const teamOwner = await makeAccount();
    const teamId = await makeTeam({ [teamOwner.userId]: "owner", [own.userId]: "member" });
    await use({ kind: "team", id: teamId }, `${y}-10-05T00:00:00Z`);
    expect((await ringAt(`${y}-11-01T23:00:00Z`)).map(({ to }) => to)).toEqual([idle.email]);
    const sent = await ringAt(`${y}-11-02T00:00:00Z`, `${y}-11-02T00:05:00Z`, `${y}-11-30T23:55:00Z`);
    expect(sent.map(({ to }) => to)).toEqual([teamOwner.email, own.email]);
    expect(sent.at(-1)!.values).toMatchObject({
      month: `October ${y}`,
      teamName: "",
      calls: "2",
      tokensSent: "1,000",
      tokensOfFullPages: "18,000",
      tokensSaved: "17,000",
      worth: "$0.05",
      reportLink: `${ORIGIN}/savings`,
    });
    expect(sent[0]!.values).toMatchObject({ reportLink: `${ORIGIN}/savings?teamId=${teamId}` });
  });

  it("goes to more owners than one ring does, to nobody twice, and past an account that is gone", async () => {
    const y = newYear();
    const people = await Promise.all(Array.from({ length: 3 }, () => makeAccount()));
    for (const person of people) await use(userOf(person), `${y}-03-10T00:00:00Z`);
    for (let gone = 0; gone < 60; gone += 1)
      await use({ kind: "user", id: `${gone % 2 ? "a" : "zz"}_gone_${gone}` }, `${y}-03-11T00:00:00Z`);
    const first = await ringAt(`${y}-04-02T00:00:00Z`);
    const rest = await ringAt(`${y}-04-02T00:05:00Z`, `${y}-04-02T00:10:00Z`);
    const addresses = [...first, ...rest].map(({ to }) => to);
    expect(addresses.toSorted()).toEqual(people.map(({ email }) => email).toSorted());
    // A Worker that died before it noted how far it was does its part again, under the same ids.
    await env.FILES.delete(`savings-mails/${y}-03`);
    const again = await ringAt(`${y}-04-02T00:15:00Z`, `${y}-04-02T00:20:00Z`);
    expect(new Set([...first, ...rest, ...again].map(({ id }) => id)).size).toBe(people.length);
  });

  it("stops with one click or on the account page, there alone, and comes again when it is turned on", async () => {
    const y = newYear();
    const [person, other] = [await signedUp({ isVerified: true }), await signedUp({ isVerified: true })];
    const mailed = async (month: number) => {
      const name = String(month).padStart(2, "0");
      for (const one of [person, other]) await use(userOf(one), `${y}-${name}-10T00:00:00Z`);
      const sent = await ringAt(new Date(Date.UTC(y, month, 3)).toISOString());
      return sent.map(({ to }) => to).toSorted();
    };
    const both = [person.email, other.email].toSorted();
    expect(await mailed(1)).toEqual(both);
    const mail = await lastMail(person.email, "savings");
    expect(mail.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const link = linkIn(mail);
    expect(mail.text).toContain(link);
    expect(await (await SELF.fetch(link)).text()).toContain("<button>Stop savings emails</button>");
    expect(await mailed(2)).toEqual(both);
    // The link of one kind of mail does not end another kind.
    const elsewhere = link.replace("/stop-savings/", "/stop-reminders/");
    expect((await SELF.fetch(elsewhere, { method: "POST" })).status).toBe(404);
    for (const time of ["first", "second"]) {
      const stopped = await SELF.fetch(link, { method: "POST", headers: { origin: "https://mail.example" } });
      expect([time, stopped.status]).toEqual([time, 200]);
    }
    expect(await mailed(3)).toEqual([other.email]);
    const settings = "/api/profile/mail-settings";
    expect((await person.browser.get(settings)).body).toEqual({ savings: false });
    expect((await other.browser.get(settings)).body).toEqual({ savings: true });
    await person.browser.send("PUT", settings, { savings: true });
    expect(await mailed(4)).toEqual(both);
    await other.browser.send("PUT", settings, { savings: false });
    expect(await mailed(5)).toEqual([person.email]);
  });
});
