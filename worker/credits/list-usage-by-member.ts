import { listApiKeys } from "#worker/api-keys/list-api-keys.ts";
import type { Ctx } from "#worker/context.ts";
import { getCreditInfo } from "./get-credit-info.ts";
import { sumUsageByUser } from "./repo.ts";

export type UsageOfMember = {
  userId: string;
  /** Credits of the owner that the member used in this period. */
  creditsUsed: number;
  /** Credits of the member's own account in this period, for calls that a team did not pay for. */
  memberCreditsUsed: number;
  calls: number;
  tokensSent: number;
  tokensOfFullPages: number;
  /** Last use by an agent of one of the owner's keys that the member made; null for a member who has not connected an agent yet. */
  lastAgentCallAt: Date | null;
};

/** Each person's usage of the scope owner's credits in this period. A call with a key counts for the key's maker. */
export async function listUsageByMember(
  ctx: Pick<Ctx, "db" | "scope" | "services" | "now">,
): Promise<UsageOfMember[]> {
  const { periodStart } = await getCreditInfo(ctx);
  const [keys, rows] = await Promise.all([
    listApiKeys(ctx),
    sumUsageByUser(ctx.db, ctx.scope.owner, periodStart),
  ]);
  const byUser = new Map<string, UsageOfMember>(
    rows.map((row) => [row.userId, { ...row, lastAgentCallAt: null }]),
  );
  for (const { userId, lastUsed } of keys) {
    if (userId === null || lastUsed === null) continue;
    const usage = byUser.get(userId) ?? { userId, ...NOTHING };
    if (usage.lastAgentCallAt === null || usage.lastAgentCallAt < lastUsed) usage.lastAgentCallAt = lastUsed;
    byUser.set(userId, usage);
  }
  return [...byUser.values()];
}

const NOTHING = {
  creditsUsed: 0,
  memberCreditsUsed: 0,
  calls: 0,
  tokensSent: 0,
  tokensOfFullPages: 0,
  lastAgentCallAt: null,
};
