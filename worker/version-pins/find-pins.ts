import type { Db } from "#worker/platform/db.ts";
import { listPinsOfSources } from "./repo.ts";

/**
 * The versions that an owner's lockfiles name of sources that it may search, with each name in lower case, and the rank of
 * the package that says so (`catalog/catalogue-packages.ts`).
 */
export function findPins(db: Db, owner: Parameters<typeof listPinsOfSources>[1]) {
  return listPinsOfSources(db, owner);
}
