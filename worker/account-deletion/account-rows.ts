import type { Ctx } from "#worker/context.ts";
import { ACCOUNT_TABLE_NAMES, listAccountRows } from "./repo.ts";
import type { AccountIdentity, AccountTableName } from "./repo.ts";

const ROWS_PER_PART = 1000;

/** Tables that an account has rows in, for whoever shows or counts the rows. */
export const accountTableNames: readonly AccountTableName[] = ACCOUNT_TABLE_NAMES;

/** All rows of an account in one table, a part at a time, without secrets. */
export async function* accountRows(
  ctx: Pick<Ctx, "db">,
  name: AccountTableName,
  account: AccountIdentity,
): AsyncGenerator<Record<string, unknown>> {
  for (let offset = 0; ; offset += ROWS_PER_PART) {
    const rows = await listAccountRows(ctx.db, name, account, { offset, limit: ROWS_PER_PART });
    yield* rows;
    if (rows.length < ROWS_PER_PART) return;
  }
}
