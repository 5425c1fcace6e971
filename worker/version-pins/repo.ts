import { and, asc, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { versionPins } from "#schema/index.ts";
import type { PackageEcosystem } from "#schema/values.ts";
import type { Owner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";
import { ownedBy } from "#worker/platform/owned-by.ts";

export type PinRow = typeof versionPins.$inferSelect;

/** Replaces the owner's pins of the ecosystem by these, all or none. */
export async function replacePins(
  db: Db,
  owner: Owner,
  ecosystem: PackageEcosystem,
  pins: Pick<PinRow, "id" | "name" | "version" | "entryName" | "entryRank">[],
  now: Date,
): Promise<void> {
  // D1 takes a hundred parameters, so one holds all rows.
  const rows = JSON.stringify(pins);
  await db.batch([
    db.delete(versionPins).where(and(ownedBy(versionPins, owner), eq(versionPins.ecosystem, ecosystem))),
    db.insert(versionPins).select(
      sql`SELECT value ->> 'id', ${owner.kind}, ${owner.id}, ${ecosystem}, value ->> 'name', value ->> 'version', ${now.getTime()},
          value ->> 'entryName', value ->> 'entryRank'
        FROM json_each(${rows})`,
    ),
  ]);
}

export async function listPinRows(db: Db, owner: Owner): Promise<PinRow[]> {
  return await db
    .select()
    .from(versionPins)
    .where(ownedBy(versionPins, owner))
    .orderBy(asc(versionPins.ecosystem), asc(versionPins.name));
}

/**
 * The pin that speaks for each source that the owner may search, by the source's name, all as one JSON array: the pin of a package of that
 * name, unless the package is another entry's of the catalog and the source is none of a package; else the pin of the first package of
 * the entry of that name. Reads nothing more for an owner without pins; else the names of sources once, and for each the indexes
 * `version_pins_name` and `version_pins_entry`, in this order: pins are more.
 */
export function pinsOfSourcesAsJson(owner: { kind: SQL | string; id: SQL | string }): SQL<string> {
  const its = sql`pins.owner_kind = ${owner.kind} AND pins.owner_id = ${owner.id}`;
  // Beside min(), SQLite gives the row that has the minimum.
  return sql<string>`(
  SELECT json_group_array(json_object('name', name, 'version', version, 'rank', rank)) FROM (
    SELECT name, version, min(rank) AS rank FROM (
      WITH names AS MATERIALIZED (
        SELECT lower(name) AS name, 0 AS is_package FROM sources
        WHERE owner_kind = 'public' AND owner_id = 'public'
          AND EXISTS (SELECT 1 FROM version_pins AS pins WHERE ${its})
        UNION SELECT lower(name), kind = 'package' FROM sources
        WHERE owner_kind = ${owner.kind} AND owner_id = ${owner.id}
      )
      SELECT names.name, pins.version, -1 AS rank FROM names CROSS JOIN version_pins AS pins
      WHERE ${its} AND pins.name = names.name AND (names.is_package OR coalesce(pins.entry_name, names.name) = names.name)
      UNION ALL SELECT names.name, pins.version, pins.entry_rank FROM names CROSS JOIN version_pins AS pins
      WHERE ${its} AND pins.entry_name = names.name)
    GROUP BY name))`;
}

export async function deletePinRows(db: Db, owner: Owner): Promise<void> {
  await db.delete(versionPins).where(ownedBy(versionPins, owner));
}
