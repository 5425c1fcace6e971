import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import entries from "./public-catalog.json" with { type: "json" };

/** Registries of packages; a package of the catalog is written `npm:react`. */
const ECOSYSTEMS = "npm pypi cargo go gem maven composer nuget hex pub swift hackage cran conda".split(" ");

const httpsUrl = z.url({ protocol: /^https$/ }).max(INPUT_LIMITS.address);
const patterns = z.array(z.string().trim().min(1).max(200)).min(1).max(50);

/** Form of an entry in the data file; a test checks the file against it. */
export const catalogEntry = z.strictObject({
  /** Name of the entry's source. */
  name: z.string().trim().min(1).max(100),
  /** Other names under which people write the entry, none of them a word of plain English. */
  aliases: z.array(z.string().trim().min(2).max(60)).max(50),
  packages: z
    .array(
      z
        .string()
        .regex(new RegExp(String.raw`^(?:${ECOSYSTEMS.join("|")}):\S+$`))
        .max(INPUT_LIMITS.name),
    )
    .max(200),
  /** Address at which people read the documentation. */
  home: httpsUrl,
  /** Place where a crawl begins. */
  start: z.strictObject({ kind: z.enum(["llms.txt", "sitemap", "site"]), url: httpsUrl }),
  repository: httpsUrl.optional(),
  include: patterns.optional(),
  exclude: patterns.optional(),
  /** Description of the subject, in one sentence of ours. */
  description: z.string().trim().min(10).max(300),
  /** License of the documentation's text; `unknown` where we do not know. */
  license: z.string().trim().min(1).max(200),
  versions: z.discriminatedUnion("rule", [
    /** The address always has the newest version. */
    z.strictObject({ rule: z.literal("rolling") }),
    /** Each version has an address, with `{version}` in the place of its number. */
    z.strictObject({
      rule: z.literal("path"),
      url: httpsUrl.regex(/^[^{}]*\{version\}[^{}]*$/),
      current: z.string().trim().min(1).max(50),
    }),
  ]),
});
export type CatalogEntry = z.infer<typeof catalogEntry>;

/** The documentation that the service indexes for everybody, by name. */
export function publicCatalog(): readonly CatalogEntry[] {
  return entries as CatalogEntry[];
}

/** Start of an entry's crawl, and the version there; null for an entry that always has the newest. */
export function startOf({ start, versions }: CatalogEntry): { url: string; version: string | null } {
  if (versions.rule === "rolling") return { url: start.url, version: null };
  return { url: versions.url.replace("{version}", versions.current), version: versions.current };
}
