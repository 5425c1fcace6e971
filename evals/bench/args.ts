import { join } from "node:path";
import { parseArgs } from "node:util";
import { defaultDataDir } from "../args.ts";

export type BenchOptions = {
  bench: string;
  dataDir: string;
  cacheDir: string;
  /** Where the product under test keeps its data; never that of `npm start`. */
  stateDir: string;
  corpora: string[];
  isReused: boolean;
};

export const BENCH_USAGE = `npm run bench -- crawl|search|kill [options]
  crawl            crawls whole sites: pages a second, memory, what was skipped; and crawls them again unchanged
  search           latency of a search and of a read, beside a route that does nothing
  kill             kills the server in the middle of a crawl, starts it again, and compares with a crawl left alone
  --data DIR       folder with corpora.json (default as of npm run eval)
  --corpora a,b    only these corpora
  --reuse          search: go on from the index of the last run
  --state DIR      where the product under test keeps its data (default below .cache/eval/bench)`;

export function parseBenchArgs(args: string[], repoRoot: string): BenchOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      data: { type: "string" },
      corpora: { type: "string" },
      state: { type: "string" },
      reuse: { type: "boolean", default: false },
    },
  });
  const [bench = ""] = positionals;
  const cacheDir = join(repoRoot, ".cache/eval");
  return {
    bench,
    dataDir: values.data ?? defaultDataDir(repoRoot),
    cacheDir,
    stateDir: values.state ?? join(cacheDir, "bench", bench),
    corpora: (values.corpora ?? "").split(",").filter(Boolean),
    isReused: values.reuse,
  };
}
