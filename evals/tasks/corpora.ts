import { dirname, join } from "node:path";
import type { BenchOptions } from "../bench/args.ts";
import { fetchMissing, loadDataSet } from "../data.ts";
import type { Corpus } from "../data.ts";
import { typerDocs } from "./typer-docs.ts";

/** Corpora of the tasks, by the shared set of questions that lists them. */
const LISTED_BY: Record<string, string[]> = {
  dev: ["sqlite", "nodejs", "zod"],
  second: ["django", "git", "react-router", "better-auth"],
};

/** The eight corpora; the shared set's own script fetches the missing ones. */
export function taskCorpora({ dataDir, cacheDir }: Pick<BenchOptions, "dataDir" | "cacheDir">): Corpus[] {
  const shared = dirname(dataDir);
  const listed = Object.entries(LISTED_BY).map(([set, names]) => {
    const data = loadDataSet(join(shared, set), cacheDir, names);
    return { ...data, corpora: data.corpora.filter(({ name }) => names.includes(name)) };
  });
  for (const set of listed) fetchMissing(set, join(shared, "dev"), cacheDir);
  return [...listed.flatMap(({ corpora }) => corpora), typerDocs(cacheDir)];
}
