import { drizzle } from "drizzle-orm/d1";
import * as schema from "#schema/index.ts";

export type Db = ReturnType<typeof connectDb>;

/** D1 through drizzle. D1 has no interactive transactions: writes that belong together go in one `db.batch`. */
export function connectDb(d1: D1Database) {
  return drizzle(d1, { schema });
}
