import { and, asc, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { versionPins } from "#schema/index.ts";
import type { PackageEcosystem } from "#schema/values.ts";
import type { Owner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";

export type PinRow = typeof versionPins.$inferSelect;

/** Puts these pins in the place of those that the owner has of the ecosystem, all or none. */
export async function replacePins(
  db: Db,
  owner: Owner,
  ecosystem: PackageEcosystem,
  pins: { id: string; name: string; version: string }[],
  now: Date,
): Promise<void> {
  // One parameter for all rows: D1 takes a hundred.
  const rows = JSON.stringify(pins);
  await db.batch([
    db.delete(versionPins).where(and(ownedBy(owner), eq(versionPins.ecosystem, ecosystem))),
    db.insert(versionPins).select(
      sql`SELECT value ->> 'id', ${owner.kind}, ${owner.id}, ${ecosystem}, value ->> 'name', value ->> 'version', ${now.getTime()}
        FROM json_each(${rows})`,
    ),
  ]);
}

export async function listPinRows(db: Db, owner: Owner): Promise<PinRow[]> {
  return await db
    .select()
    .from(versionPins)
    .where(ownedBy(owner))
    .orderBy(asc(versionPins.ecosystem), asc(versionPins.name));
}

/**
 * Pins of names that a source the owner may search has. Reads nothing more for an owner without pins; else the names of
 * sources once, and for each the index `version_pins_name`, in this order: pins are more.
 */
export function listPinsOfSources(db: Db, owner: { kind: Owner["kind"] | SQL; id: string | SQL }) {
  return db.select({ name: sql<string>`name`, version: sql<string>`version` }).from(sql`(
    WITH names AS MATERIALIZED (
      SELECT lower(name) AS name FROM sources
      WHERE owner_kind = 'public' AND owner_id = 'public'
        AND EXISTS (SELECT 1 FROM version_pins WHERE owner_kind = ${owner.kind} AND owner_id = ${owner.id})
      UNION SELECT lower(name) FROM sources WHERE owner_kind = ${owner.kind} AND owner_id = ${owner.id}
    )
    SELECT pins.name, pins.version FROM names CROSS JOIN version_pins AS pins
    WHERE pins.owner_kind = ${owner.kind} AND pins.owner_id = ${owner.id} AND pins.name = names.name)`);
}

export async function deletePinRows(db: Db, owner: Owner): Promise<void> {
  await db.delete(versionPins).where(ownedBy(owner));
}

function ownedBy(owner: Owner) {
  return and(eq(versionPins.ownerKind, owner.kind), eq(versionPins.ownerId, owner.id));
}
