import { MODEL_PRICES } from "#schema/model-prices.ts";
import type { Ctx, Owner } from "#worker/context.ts";
import { listSavingsByOwner } from "#worker/credits/list-savings.ts";
import { sendMail } from "#worker/mail/send-mail.ts";
import { listStopLinks } from "#worker/mail/stopped-mails.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { newId } from "#worker/platform/ids.ts";
import { billingAddresses } from "./billing-addresses.ts";
import { dollars } from "./dollars.ts";
import { findTeamContact } from "./repo.ts";

type MailCtx = Pick<Ctx, "db" | "services" | "now" | "log">;

/** A month is reported a day after its end, when the counters' outboxes have delivered its last calls. */
const AFTER_MS = 86_400_000;
const OWNERS_PER_TICK = 50;
const DONE = "done";
const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const NUMBER = new Intl.NumberFormat("en-US");

/**
 * Mails each person, and the owners of each team, what their agents did not have to read last month, at the price of the savings page's
 * first model. Nothing goes to who saved nothing or stopped these mails. Each tick of the clock does some owners and notes the last one;
 * a part that is done again sends nothing again, because each mail has the id of its owner and month. Nobody is mailed without a public
 * address, since there is nothing to link to.
 */
export async function mailSavings(ctx: MailCtx): Promise<void> {
  const { config, files } = ctx.services;
  if (!config.publicOrigin) return;
  const { from, before } = monthBefore(new Date(ctx.now().getTime() - AFTER_MS));
  const key = `savings-mails/${from.toISOString().slice(0, 7)}`;
  const place = (await (await files.get(key))?.text()) ?? null;
  if (place === DONE) return;
  const after = place === null ? null : (JSON.parse(place) as Owner);
  const owners = await listSavingsByOwner(ctx, { from, before, after, most: OWNERS_PER_TICK });
  for (const savings of owners) {
    try {
      await mailOwner(ctx, config.publicOrigin, savings, from);
    } catch (error) {
      // One owner, whose account may be on its way out, does not keep the mails of the others.
      ctx.log.error("savings not mailed", error, { ownerId: savings.owner.id });
    }
  }
  const last = owners.at(-1);
  await files.put(key, last && owners.length === OWNERS_PER_TICK ? JSON.stringify(last.owner) : DONE);
}

async function mailOwner(
  ctx: MailCtx,
  origin: string,
  { owner, calls, tokensSent, tokensOfFullPages }: Awaited<ReturnType<typeof listSavingsByOwner>>[number],
  from: Date,
): Promise<void> {
  const stopLinks = await listStopLinks(ctx, "savings", origin, await billingAddresses(ctx, owner));
  const { name: model, centsPerMillion, asOf } = MODEL_PRICES[0]!;
  const tokensSaved = tokensOfFullPages - tokensSent;
  const cents = Math.round((tokensSaved * centsPerMillion) / 1_000_000);
  const values = {
    month: MONTH.format(from),
    teamName: owner.kind === "team" ? ((await findTeamContact(ctx.db, owner.id))?.name ?? "") : "",
    calls: NUMBER.format(calls),
    tokensSent: NUMBER.format(tokensSent),
    tokensOfFullPages: NUMBER.format(tokensOfFullPages),
    tokensSaved: NUMBER.format(tokensSaved),
    worth: cents === 0 ? "under $0.01" : dollars(cents),
    model,
    price: dollars(centsPerMillion),
    priceDate: MONTH.format(new Date(asOf)),
    reportLink: `${origin}/savings${owner.kind === "team" ? `?teamId=${owner.id}` : ""}`,
  };
  for (const [to, stopLink] of stopLinks) {
    const id = `savings_${owner.id}_${from.toISOString().slice(0, 7)}_${(await sha256Hex(to)).slice(0, 16)}`;
    await sendMail({ ...ctx, newId }, { to, template: "savings", values: { ...values, stopLink } }, { id });
  }
}

/** The calendar month (UTC) before a time's. */
function monthBefore(at: Date): { from: Date; before: Date } {
  const start = (months: number) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));
  return { from: start(-1), before: start(0) };
}
