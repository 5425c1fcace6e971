import type { KeyScope } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { maskKey } from "./key-format.ts";
import { isKeyActive } from "./key-life.ts";
import { listApiKeyRows } from "./repo.ts";

export type ListedApiKey = {
  id: string;
  /** Who made it; null when that account is gone. */
  userId: string | null;
  teamId: string | null;
  scope: KeyScope;
  name: string;
  /** The first 8 characters, dots, the last 4. */
  maskedKey: string;
  createdAt: Date;
  lastUsed: Date | null;
  /** The client that used it last, as it names itself. */
  lastClient: string | null;
  isActive: boolean;
  /** Credits that it may use in a month; null for as many as its owner has. */
  monthlyCreditLimit: number | null;
  /** When it stops to work by itself, because it was rolled. */
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
