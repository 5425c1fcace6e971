import type { Ctx } from "#worker/context.ts";
import { forgetArguments } from "./repo.ts";

/** What a call asked is kept with the activity for so long; its time, credits and tokens stay, since a balance is made of them. */
const QUESTIONS_KEPT_MONTHS = 13;
/** One look a day: no index leads to the oldest calls of everybody. */
const AT_HOUR_UTC = 3;
const CALLS_AT_ONCE = 500;
const MOST_BATCHES = 40;

/** Takes the questions and addresses out of calls that are older than thirteen months. The clock calls it; it works in one hour a day. */
export async function forgetQuestions({ db, now }: Pick<Ctx, "db" | "now">): Promise<void> {
  const at = now();
  if (at.getUTCHours() !== AT_HOUR_UTC) return;
  const before = new Date(at);
  before.setUTCMonth(before.getUTCMonth() - QUESTIONS_KEPT_MONTHS);
  for (let batch = 0; batch < MOST_BATCHES; batch++)
    if ((await forgetArguments(db, before, CALLS_AT_ONCE)) < CALLS_AT_ONCE) return;
}
