import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { OWNER_KINDS, PACKAGE_ECOSYSTEMS } from "../values.ts";
import { oneOf, timestamp, word } from "./columns.ts";

/** The version of a package that an owner's lockfiles name: searches of that owner prefer it. */
export const versionPins = sqliteTable(
  "version_pins",
  {
    id: text("id").primaryKey(),
    ownerKind: word("owner_kind", OWNER_KINDS).notNull(),
    ownerId: text("owner_id").notNull(),
    ecosystem: word("ecosystem", PACKAGE_ECOSYSTEMS).notNull(),
    /** Name of the package in lower case, as sources are compared. */
    name: text("name").notNull(),
    version: text("version").notNull(),
    createdAt: timestamp("created_at").notNull(),
    /** The entry of the public catalog that has this package, in lower case, as it was when the lockfile was read. */
    entryName: text("entry_name"),
    /** Rank of the package in its entry; the lowest speaks for the entry's version (`worker/public-catalog/catalog-packages.ts`). */
    entryRank: integer("entry_rank"),
  },
  (table) => [
    oneOf("version_pins_owner_kind", table.ownerKind, OWNER_KINDS),
    oneOf("version_pins_ecosystem", table.ecosystem, PACKAGE_ECOSYSTEMS),
    uniqueIndex("version_pins_package").on(table.ownerKind, table.ownerId, table.ecosystem, table.name),
    index("version_pins_name").on(table.ownerKind, table.ownerId, table.name),
    index("version_pins_entry")
      .on(table.ownerKind, table.ownerId, table.entryName)
      .where(sql`${table.entryName} is not null`),
  ],
);
