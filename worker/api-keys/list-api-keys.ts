import type { KeyScope } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { maskKey } from "./key-format.ts";
import { isKeyActive } from "./key-life.ts";
import { listApiKeyRows } from "./repo.ts";

export type ListedApiKey = {
  id: string;
  /** User who made the key; null when that account is gone. */
  userId: string | null;
  teamId: string | null;
  scope: KeyScope;
  name: string;
  /** Mask of the key: the first 8 characters, dots, the last 4. */
  maskedKey: string;
  createdAt: Date;
  lastUsed: Date | null;
  /** The client that used the key last, as the client names itself. */
  lastClient: string | null;
  isActive: boolean;
  /** Credits that the key may use in a month; null for as many as its owner has. */
  monthlyCreditLimit: number | null;
  /** Time when a rolled key stops working by itself. */
  endsAt: Date | null;
};

/** The keys of the scope's owner, revoked ones too, newest first. */
export async function listApiKeys(ctx: Pick<Ctx, "scope" | "db" | "now">): Promise<ListedApiKey[]> {
  const now = ctx.now();
  const rows = await listApiKeyRows(ctx.db, ctx.scope.owner);
  return rows.map((row) => ({
    id: row.id,
    userId: row.createdByUserId,
    teamId: row.ownerKind === "team" ? row.ownerId : null,
    scope: row.scope,
    name: row.name,
    maskedKey: maskKey(row),
    createdAt: row.createdAt,
    lastUsed: row.lastUsedAt,
    lastClient: row.lastClient,
    isActive: isKeyActive(row, now),
    monthlyCreditLimit: row.monthlyCreditLimit,
    endsAt: row.endsAt,
  }));
}
