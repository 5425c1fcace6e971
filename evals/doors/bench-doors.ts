import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { installCli } from "#tests/cli/installed-cli.ts";
import type { BenchOptions } from "../bench/args.ts";
import { markdownTable, writeFigures } from "../bench/figures.ts";
import { dataDirsOf } from "../clients/bench-clients.ts";
import { loadDataSet } from "../data.ts";
import { indexCorpora } from "../indexed-corpora.ts";
import { sample } from "../random.ts";
import { compareAnswers, openDoors } from "./doors.ts";
import type { DoorAnswer, Likeness } from "./doors.ts";

/** Questions asked unless `--limit` says otherwise. */
const QUESTIONS = 150;

/**
 * Asks the same questions through HTTP, MCP, the installed command line, and a pack without the server, and compares the passages. Asks about
 * the corpora in Markdown, which need no download. Writes docs/figures/doors.md.
 */
export async function benchDoors(options: BenchOptions): Promise<void> {
  const dataDirs = dataDirsOf(options.dataDir);
  const sets = dataDirs.map((dataDir) => loadDataSet(dataDir, options.cacheDir, options.corpora));
  const asked = new Set(sets.flatMap((set) => set.questions.map(({ corpus }) => corpus)));
  const corpora = new Map(
    sets
      .flatMap((set) => set.corpora.filter(({ type, name }) => type === "md" && asked.has(name)))
      .map((one) => [one.name, one]),
  );
  const all = sets.flatMap(({ questions }) => questions).filter(({ corpus }) => corpora.has(corpus));
  const questions = sample(all, options.limit ?? QUESTIONS, 1);
  const indexed = await indexCorpora([...corpora.values()], options);
  const workDir = mkdtempSync(join(tmpdir(), "docenda-doors-"));
  try {
    const { product } = indexed;
    const cli = await installCli(workDir, {
      DOCENDA_URL: product.server.url,
      DOCENDA_API_KEY: product.apiKey,
    });
    const packFile = join(workDir, "docs.db");
    const packed = await cli.run(["pack", ...corpora.keys(), "--out", packFile], { node: process.execPath });
    if (packed.exit !== 0) throw new Error(packed.errors);
    const { doors, close } = openDoors({ product, cli, packFile });
    const answers = new Map<string, DoorAnswer[]>();
    for (const { name, ask } of doors) {
      const given: DoorAnswer[] = [];
      for (const { query, corpus } of questions) given.push(await ask(query, corpus));
      answers.set(name, given);
      console.log(`${name}: ${given.length} answers`);
    }
    await close();
    write({ dataDirs, limit: options.limit, ids: questions.map(({ id }) => id), answers });
  } finally {
    await indexed.close();
    rmSync(workDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

type Asked = {
  dataDirs: string[];
  limit: number | null;
  ids: string[];
  answers: Map<string, DoorAnswer[]>;
};

function write({ dataDirs, limit, ids, answers }: Asked): void {
  const [http, ...others] = [...answers];
  const [first, wanted] = http!;
  const rows = others.map(([door, given]) => {
    const likeness = given.map((one, i) => compareAnswers(wanted[i]!, one));
    const count = (kind: Likeness) => likeness.filter((one) => one === kind).length;
    const differs = ids.filter((_, i) => likeness[i] === "other");
    return { door, same: count("same"), cut: count("cut"), other: count("other"), differs };
  });
  const passages = wanted.reduce((sum, one) => sum + one.passages.length, 0);
  writeFigures({
    name: "doors",
    title: "The same questions through every door",
    command: `npm run bench -- doors${limit === null ? "" : ` --limit ${limit}`}`,
    body: [
      `${ids.length} evaluation questions (${dataDirs.map((dir) => basename(dir)).join(" and ")}, corpora in Markdown), each asked with its corpus as the source and ` +
        `the default budget through every door. ${first} gave ${passages} passages; the table compares the answers of the other doors with its answers. ` +
        "Same: the same certainty and the same passages, word for word. Another end: the same passages, of which the last is cut elsewhere or one more follows, because the " +
        "names of the session and of the marks are drawn for each answer and take more or fewer tokens; offline there is no session.",
      markdownTable([
        ["Door", "same", "another end", "other"],
        ...rows.map(({ door, same, cut, other }) => [door, same, cut, other]),
      ]),
      ...rows.flatMap(({ door, differs }) =>
        differs.length === 0 ? [] : [`Other answers of ${door}: ${differs.join(", ")}.`],
      ),
    ].join("\n\n"),
    data: { questions: ids.length, passages, rows },
  });
}
