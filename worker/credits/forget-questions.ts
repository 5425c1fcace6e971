import type { Ctx } from "#worker/context.ts";
import { forgetArguments } from "./repo.ts";

/** Months that the activity keeps a call's question; its time, credits and tokens stay for good, since a balance is made of them. */
const QUESTIONS_KEPT_MONTHS = 13;
/** Hour of the one look a day: no index leads to the oldest calls of all owners. */
const AT_HOUR_UTC = 3;
const CALLS_AT_ONCE = 500;
const MOST_BATCHES = 40;

/** Removes questions and addresses of calls older than thirteen months. Called by the cron; the work is done in one hour a day. */
export async function forgetQuestions({ db, now }: Pick<Ctx, "db" | "now">): Promise<void> {
  const at = now();
  if (at.getUTCHours() !== AT_HOUR_UTC) return;
  const before = new Date(at);
  before.setUTCMonth(before.getUTCMonth() - QUESTIONS_KEPT_MONTHS);
  for (let batch = 0; batch < MOST_BATCHES; batch++)
    if ((await forgetArguments(db, before, CALLS_AT_ONCE)) < CALLS_AT_ONCE) return;
}
