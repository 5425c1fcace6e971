import { drizzle } from "drizzle-orm/d1";
import { patientD1 } from "./patient-d1.ts";

export type Db = ReturnType<typeof connectDb>;

/** D1 through drizzle. D1 has no interactive transactions: writes that belong together go in one `db.batch`. */
export function connectDb(d1: D1Database) {
  // Without the schema: drizzle would work out the relations of all tables for every request, and no query uses relations.
  return drizzle(patientD1(d1));
}
