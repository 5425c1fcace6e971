import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Site } from "./sites.ts";

/** Largest page in bytes: a larger one takes the oracle's parser seconds. */
const MAX_PAGE_BYTES = 1_000_000;
const MIN_PAGE_BYTES = 1_500;

/** The pages of a site that may be drawn, by path below its folder, in alphabetical order. */
export function listPages(site: Site, folder: string): string[] {
  const skipped = site.skip === undefined ? null : new RegExp(site.skip, "u");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.x?html?$/u.test(path) && !skipped?.test(path))
    .filter((path) => isRightSize(join(folder, path)))
    .sort();
}

function isRightSize(path: string): boolean {
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0 };
  return size >= MIN_PAGE_BYTES && size <= MAX_PAGE_BYTES;
}
