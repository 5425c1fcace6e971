import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import entries from "./public-catalogue.json" with { type: "json" };

/** Where packages have names; a package of the catalogue is written `npm:react`. */
const ECOSYSTEMS = "npm pypi cargo go gem maven composer nuget hex pub swift hackage cran conda".split(" ");

const httpsUrl = z.url({ protocol: /^https$/ }).max(INPUT_LIMITS.address);
const patterns = z.array(z.string().trim().min(1).max(200)).min(1).max(50);

/** What the data file must be like; a test holds it to this. */
export const catalogueEntry = z.strictObject({
  /** What its source is called. */
  name: z.string().trim().min(1).max(100),
  /** Other names under which people write it, none of them a word of plain English. */
  aliases: z.array(z.string().trim().min(2).max(60)).max(50),
  packages: z
    .array(
      z
        .string()
        .regex(new RegExp(String.raw`^(?:${ECOSYSTEMS.join("|")}):\S+$`))
        .max(INPUT_LIMITS.name),
    )
    .max(200),
  /** Where people read it. */
  home: httpsUrl,
  /** Where a crawl begins. */
  start: z.strictObject({ kind: z.enum(["llms.txt", "sitemap", "site"]), url: httpsUrl }),
  repository: httpsUrl.optional(),
  include: patterns.optional(),
  exclude: patterns.optional(),
  /** What it is, in one sentence of ours. */
  description: z.string().trim().min(10).max(300),
  /** Of the documentation's text; `unknown` where we do not know. */
  license: z.string().trim().min(1).max(200),
  versions: z.discriminatedUnion("rule", [
    /** What is there is the newest. */
    z.strictObject({ rule: z.literal("rolling") }),
    /** Each version has an address, with `{version}` in the place of its number. */
    z.strictObject({
      rule: z.literal("path"),
      url: httpsUrl.regex(/^[^{}]*\{version\}[^{}]*$/),
      current: z.string().trim().min(1).max(50),
    }),
  ]),
});
export type CatalogueEntry = z.infer<typeof catalogueEntry>;

/** The documentation that the service indexes for everybody, by name. */
export function publicCatalogue(): readonly CatalogueEntry[] {
  return entries as CatalogueEntry[];
}

/** Where an entry's crawl begins, and of which version that is; null for one that is always the newest. */
export function startOf({ start, versions }: CatalogueEntry): { url: string; version: string | null } {
  if (versions.rule === "rolling") return { url: start.url, version: null };
  return { url: versions.url.replace("{version}", versions.current), version: versions.current };
}
