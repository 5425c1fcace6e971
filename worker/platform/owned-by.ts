import { and, eq } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** SQL for "the row is this owner's", for every table whose rows have an owner. */
export function ownedBy(
  table: { ownerKind: SQLiteColumn; ownerId: SQLiteColumn },
  owner: { kind: string; id: string },
): SQL | undefined {
  return and(eq(table.ownerKind, owner.kind), eq(table.ownerId, owner.id));
}
