import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";

/** Values as the columns of an INSERT … SELECT, which writes a row only where a condition holds. */
export function constantColumns<T extends Record<string, string | number | Date | null>>(
  values: T,
): { [K in keyof T]: SQL.Aliased<T[K]> } {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      sql`${value instanceof Date ? value.getTime() : value}`.as(name),
    ]),
  ) as { [K in keyof T]: SQL.Aliased<T[K]> };
}
