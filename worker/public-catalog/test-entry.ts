import type { CatalogEntry } from "./public-catalog.ts";

/** An entry of the catalog for tests, at a host of its own under `.test`. */
export function testEntry(name: string, fields: Partial<CatalogEntry> = {}): CatalogEntry {
  const url = `https://${name.toLowerCase().replaceAll(" ", "-")}.test/docs/`;
  return {
    name,
    aliases: [],
    packages: [],
    home: url,
    start: { kind: "site", url },
    description: `What ${name} is.`,
    license: "unknown",
    versions: { rule: "rolling" },
    ...fields,
  };
}
