import type { CatalogueEntry } from "./public-catalogue.ts";

/** An entry of the catalogue for tests, at a host of its own under `.test`. */
export function testEntry(name: string, fields: Partial<CatalogueEntry> = {}): CatalogueEntry {
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
