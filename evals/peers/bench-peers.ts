import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { ROOT } from "#local/root.ts";
import type { BenchOptions } from "../bench/args.ts";
import { writeFigures } from "../bench/figures.ts";
import { fetchMissing, loadDataSet } from "../data.ts";
import type { Question } from "../data.ts";
import { sample } from "../random.ts";
import { startDocenda } from "./docenda.ts";
import { startFallback } from "./fallback.ts";
import { startFullText } from "./full-text.ts";
import { connectGroundedDocs } from "./grounded-docs.ts";
import { installRivals, rivalPackage } from "./install.ts";
import { judgeAnswer, timeAnswer } from "./measure.ts";
import type { TimedAnswer } from "./measure.ts";
import type { Peer } from "./peer.ts";
import { startQmd } from "./qmd.ts";
import { toData } from "./report.ts";
import type { NotRun, WayResult } from "./report.ts";
import { NO_GROUNDED_DOCS } from "./seen-before.ts";
import { shelve } from "./shelf.ts";
import type { Shelf } from "./shelf.ts";
import { writeStory } from "./story.ts";

const OWN = "Docenda";
const DRAW_SEED = 1;
/** Question to each corpus before the clock runs: the first opening of an index is another measurement. */
const WARM_UP_QUERY = "getting started";

const NOT_INSTALLED: NotRun[] = ["qmd", "MiniSearch"].map((name) => ({
  name,
  reason: "could not be installed",
}));

/**
 * Asks the product and the tools that an agent could use instead the same questions about the same corpora, in one run. The
 * questions go round: each is asked of every peer before the next question, so that a busy minute of the machine hits all.
 */
export async function benchPeers(options: BenchOptions): Promise<void> {
  const data = loadDataSet(options.dataDir, options.cacheDir, options.corpora);
  const { limit } = options;
  const questions = limit === null ? data.questions : sample(data.questions, limit, DRAW_SEED);
  const corpora = data.corpora.filter(({ name }) => questions.some(({ corpus }) => corpus === name));
  fetchMissing({ ...data, corpora }, options.dataDir, options.cacheDir);
  const peersDir = join(ROOT, ".cache/peers");
  const notRun: NotRun[] = options.groundedDocsUrl === null ? [NO_GROUNDED_DOCS] : [];
  const isInstalled = canInstall(peersDir);
  if (!isInstalled) notRun.push(...NOT_INSTALLED);
  const shelves = corpora.map((corpus) => shelve(corpus, join(peersDir, "corpora")));
  const peers: Peer[] = [];
  try {
    await startPeers(peers, peersDir, isInstalled, options);
    const seconds = new Map<Peer, number>();
    for (const peer of peers) {
      try {
        seconds.set(peer, await indexAll(peer, shelves));
      } catch (error) {
        if (peer.name === OWN) throw error;
        console.error(error);
        notRun.push({ name: peer.name, reason: "its indexing failed" });
      }
    }
    const ready = peers.filter((peer) => seconds.has(peer));
    for (const peer of ready) await warmUp(peer, shelves);
    const outcomes = await askInTurn(ready, questions);
    const results = ready.flatMap((peer): WayResult[] => {
      const peakMb = peer.peakMb();
      return peer.ways.map((way) => ({
        peer: peer.name,
        version: peer.version,
        way: way.name,
        how: way.how,
        indexSeconds: seconds.get(peer) ?? 0,
        peakMb,
        outcomes: outcomes.get(way.name) ?? [],
      }));
    });
    const body = writeStory({
      own: OWN,
      results,
      questions: questions.length,
      corpora: corpora.map(({ name }) => name),
      pages: shelves.reduce((sum, { files }) => sum + files.length, 0),
      notRun,
      load: loadavg()[1] ?? 0,
    });
    console.log(`\n${body}`);
    writeFigures({
      name: "peers",
      title: "Docenda beside what an agent could use instead",
      command: [
        "npm run bench -- peers",
        ...(options.groundedDocsUrl === null ? [] : ["--grounded-docs URL"]),
        ...(options.corpora.length === 0 ? [] : [`--corpora ${options.corpora.join(",")}`]),
        ...(limit === null ? [] : [`--limit ${limit}`]),
      ].join(" "),
      body,
      data: { corpora: corpora.map(({ name }) => name), ways: toData(results, OWN) },
    });
  } finally {
    for (const peer of peers) await peer.close();
  }
}

/** Starts the peers. Each is added to `peers` as it starts, so that the running ones can be closed when another does not start. */
async function startPeers(
  peers: Peer[],
  peersDir: string,
  isInstalled: boolean,
  options: BenchOptions,
): Promise<void> {
  const state = (name: string) => join(peersDir, "state", name);
  const own = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const qmd = rivalPackage(peersDir, "@tobilu/qmd");
  const minisearch = rivalPackage(peersDir, "minisearch");
  peers.push(await startDocenda(options.stateDir, own.version));
  if (options.groundedDocsUrl !== null) peers.push(await connectGroundedDocs(options.groundedDocsUrl));
  if (isInstalled) {
    peers.push(
      startQmd({ packageFolder: qmd.folder, version: qmd.version, stateDir: state("qmd") }),
      startFullText({
        engine: "minisearch",
        version: minisearch.version,
        stateDir: state("minisearch"),
        packageFolder: minisearch.folder,
      }),
    );
  }
  peers.push(
    startFullText({ engine: "fts5", version: `SQLite ${process.versions.sqlite}`, stateDir: state("fts5") }),
    startFallback(),
  );
}

/** Installs the rivals; false without the registry, and the other peers are measured all the same. */
function canInstall(peersDir: string): boolean {
  try {
    installRivals(peersDir);
    return true;
  } catch (error) {
    console.error(error);
    return false;
  }
}

async function indexAll(peer: Peer, shelves: readonly Shelf[]): Promise<number> {
  const start = performance.now();
  for (const shelf of shelves) await peer.index(shelf);
  const seconds = (performance.now() - start) / 1000;
  console.log(`${peer.name} indexed ${shelves.length} corpora in ${seconds.toFixed(1)} s`);
  return seconds;
}

async function warmUp({ ways }: Peer, shelves: readonly Shelf[]): Promise<void> {
  for (const { corpus } of shelves) {
    for (const way of ways) await way.ask({ query: WARM_UP_QUERY, corpus: corpus.name });
  }
}

/**
 * Asks in turn: each question begins with another peer, so that nobody always follows the same one. Answers are judged when all
 * have answered, so that nobody waits for the judging.
 */
async function askInTurn(peers: readonly Peer[], questions: readonly Question[]) {
  const outcomes = new Map(
    peers.flatMap(({ ways }) => ways).map(({ name }) => [name, [] as WayResult["outcomes"]]),
  );
  for (const [index, question] of questions.entries()) {
    const first = index % peers.length;
    const ways = [...peers.slice(first), ...peers.slice(0, first)].flatMap((peer) => peer.ways);
    const answers: { name: string; timed: TimedAnswer }[] = [];
    for (const way of ways) answers.push({ name: way.name, timed: await timeAnswer(way, question) });
    for (const { name, timed } of answers) {
      outcomes.get(name)?.push(await judgeAnswer(question, timed));
      if (timed.error !== null) console.error(`${question.id}, ${name}: ${timed.error}`);
    }
    if ((index + 1) % 25 === 0) console.log(`${index + 1} of ${questions.length} questions asked`);
  }
  return outcomes;
}
