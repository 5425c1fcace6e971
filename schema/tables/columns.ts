import { sql } from "drizzle-orm";
import { check, integer, text } from "drizzle-orm/sqlite-core";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";

/** A point in time: `Date` in code, integer milliseconds in D1. */
export function timestamp(name: string) {
  return integer(name, { mode: "timestamp_ms" });
}

/** A column with one word of a closed list; `oneOf` adds the CHECK that makes D1 enforce the list too. */
export function word<const T extends readonly [string, ...string[]]>(name: string, values: T) {
  return text(name, { enum: values as unknown as [...T] });
}

export function oneOf(name: string, column: AnySQLiteColumn, values: readonly string[]) {
  const list = sql.raw(values.map((value) => `'${value}'`).join(", "));
  return check(name, sql`${column} in (${list})`);
}
