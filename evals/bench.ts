/** `npm run bench`: speed, memory and toughness of the product on this machine. docs/evaluation.md explains it. */
import { ROOT } from "#local/root.ts";
import { BENCH_USAGE, parseBenchArgs } from "./bench/args.ts";
import type { BenchOptions } from "./bench/args.ts";
import { benchAuth } from "./bench/auth.ts";
import { benchCrawl } from "./bench/crawl.ts";
import { benchGrades } from "./bench/grades.ts";
import { benchIncludes } from "./bench/includes.ts";
import { benchInjections } from "./bench/injections.ts";
import { benchKill } from "./bench/kill.ts";
import { benchLedger } from "./bench/ledger.ts";
import { benchLoad } from "./bench/load.ts";
import { benchLongCrawl } from "./bench/long-crawl.ts";
import { benchPdf } from "./bench/pdf.ts";
import { benchPdfHarm } from "./bench/pdf-harm.ts";
import { benchRace } from "./bench/race.ts";
import { benchRestore } from "./bench/restore.ts";
import { benchScale } from "./bench/scale.ts";
import { benchSearch } from "./bench/search.ts";
import { benchVolumes } from "./bench/volumes.ts";
import { benchWebHarm } from "./bench/web-harm.ts";
import { benchClients } from "./clients/bench-clients.ts";
import { benchDoors } from "./doors/bench-doors.ts";
import { benchGenerators } from "./generators/bench-generators.ts";
import { benchMutations } from "./mutations/bench-mutations.ts";
import { benchMoney } from "./money/bench-money.ts";
import { benchPeers } from "./peers/bench-peers.ts";
import { benchRealClients } from "./real-clients/bench-real-clients.ts";
import { benchRuntime } from "./runtime/bench-runtime.ts";
import { benchSize } from "./size/bench-size.ts";
import { benchTasks } from "./tasks/bench-tasks.ts";
import { benchUseCases } from "./use-cases/bench-use-cases.ts";

const BENCHES: Record<string, (options: BenchOptions) => Promise<void>> = {
  auth: benchAuth,
  crawl: benchCrawl,
  search: benchSearch,
  grades: benchGrades,
  includes: benchIncludes,
  injections: benchInjections,
  kill: benchKill,
  ledger: benchLedger,
  load: benchLoad,
  money: benchMoney,
  "rust-doc": benchLongCrawl,
  pdf: benchPdf,
  "pdf-harm": benchPdfHarm,
  "web-harm": benchWebHarm,
  volumes: benchVolumes,
  peers: benchPeers,
  race: benchRace,
  restore: benchRestore,
  runtime: benchRuntime,
  size: benchSize,
  "use-cases": benchUseCases,
  clients: benchClients,
  doors: benchDoors,
  "real-clients": benchRealClients,
  tasks: benchTasks,
  generators: benchGenerators,
  mutations: benchMutations,
  scale: benchScale,
};

try {
  const options = parseBenchArgs(process.argv.slice(2), ROOT);
  const bench = BENCHES[options.bench];
  if (!bench)
    throw new TypeError(options.bench === "" ? "Which bench?" : `There is no bench "${options.bench}".`);
  await bench(options);
} catch (error) {
  // A wrong option throws a TypeError without a cause; `fetch` throws one with a cause.
  const isUsage = error instanceof TypeError && error.cause === undefined;
  console.error(isUsage ? `${error.message}\n\n${BENCH_USAGE}` : error);
  process.exitCode = 1;
}
