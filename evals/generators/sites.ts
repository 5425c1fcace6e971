import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const site = z.strictObject({
  /** Name of the site in the tables. */
  name: z.string().regex(/^[a-z0-9-]+$/u),
  generator: z.string(),
  /** Registry of the pages; a `built` site is built here, from the text of a package of npm or PyPI. */
  kind: z.enum(["deb", "npm", "maven", "pypi", "built"]),
  package: z.string(),
  /** The version that was current when the site came into the list; the bench says which version it got. */
  version: z.string(),
  /** Folder of the site within the package, and the page at which a crawl would begin. */
  root: z.string(),
  entry: z.string(),
  /** CSS selectors for the oracle: the column of text, and inside it frame, code, no code, members and labels. */
  main: z.string(),
  frame: z.string().optional(),
  code: z.string().optional(),
  notCode: z.string().optional(),
  member: z.string().optional(),
  label: z.string().optional(),
  /** Paths that are left out of the draw: indexes of words, generated source, pages of another generator. */
  skip: z.string().optional(),
  /** Whether the site is held out: not looked at while the reader is improved, and reported apart. */
  heldOut: z.boolean(),
});

export type Site = z.infer<typeof site>;

/**
 * Sites of documentation that nobody here wrote, one or two for each generator. About a third is held out. `sample` of
 * evals/random.ts drew the first ones, in alphabetical order, with seed 14; a site that came later is held out until somebody looks at
 * what is lost there.
 */
export function listSites(): Site[] {
  return z.array(site).parse(JSON.parse(readFileSync(join(import.meta.dirname, "sites.json"), "utf8")));
}
