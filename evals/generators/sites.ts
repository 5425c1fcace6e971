import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const site = z.strictObject({
  /** Name of the site in the tables. */
  name: z.string().regex(/^[a-z0-9-]+$/u),
  generator: z.string(),
  /** From where its pages are; `built` is built here, from the text of a package of npm or PyPI. */
  kind: z.enum(["deb", "npm", "maven", "pypi", "built"]),
  package: z.string(),
  /** The version that was current when the site came into the list; the bench says which one it got. */
  version: z.string(),
  /** Folder of the site within the package, and the page that a crawl would begin at. */
  root: z.string(),
  entry: z.string(),
  /** What the oracle calls the column of text, and what in it is frame, code, no code, a member, a label: selectors of CSS. */
  main: z.string(),
  frame: z.string().optional(),
  code: z.string().optional(),
  notCode: z.string().optional(),
  member: z.string().optional(),
  label: z.string().optional(),
  /** Paths that are not drawn: indexes of words, generated source, pages of another generator. */
  skip: z.string().optional(),
  /** Not to be looked at while the reader is improved; reported apart. */
  heldOut: z.boolean(),
});

export type Site = z.infer<typeof site>;

/**
 * Sites of documentation that nobody here wrote, one or two for each generator. A third is held out: `sample` of
 * evals/random.ts drew their names, in alphabetical order, with seed 14. Of those that are built here, all were held out until their first
 * reading.
 */
export function listSites(): Site[] {
  return z.array(site).parse(JSON.parse(readFileSync(join(import.meta.dirname, "sites.json"), "utf8")));
}
