import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { makePdf } from "#tests/support/make-pdf.workers.ts";
import { readPdf } from "#worker/content/pdf/read-pdf.ts";
import { connectDocenda } from "../docenda.ts";
import { startProduct } from "../product.ts";
import { seededRandom } from "../random.ts";
import type { BenchOptions } from "./args.ts";
import { indexPdf } from "./pdf-door.ts";
import { markdownTable, writeFigures } from "./figures.ts";
import { watchMemory } from "./memory.ts";

const MUTATIONS = 2000;

const question = z.object({ query: z.string(), gold: z.array(z.string()), must: z.array(z.string()) });
/**
 * Puts PDF files through the product, one set for each: pages a second from the upload to the end of the run, and the memory of
 * workerd; then questions whose answer is on a known page; then files that were damaged at random. The files are those of
 * `get_html.sh … pdf`, in the folder `pdf` beside the corpora.
 */
export async function benchPdf(options: BenchOptions): Promise<void> {
  const folder = [join(options.cacheDir, "pdf"), join(options.dataDir, "../pdf")].find((path) =>
    existsSync(path),
  );
  if (!folder)
    throw new TypeError("There are no PDF files; fetch them with `get_html.sh … pdf` of the data.");
  rmSync(options.stateDir, { recursive: true, force: true });
  const { server, mcpUrl, apiKey } = await startProduct(options.stateDir);
  const files = readdirSync(folder).filter(
    (name) =>
      name.endsWith(".pdf") &&
      (options.corpora.length === 0 || options.corpora.includes(name.replace(/\.pdf$/u, ""))),
  );
  const rows: (string | number)[][] = [];
  try {
    for (const name of files) {
      const watch = watchMemory(() => server.workerdPids());
      const began = performance.now();
      const set = await indexPdf({ url: server.url, apiKey }, name, readFileSync(join(folder, name)));
      const seconds = (performance.now() - began) / 1000;
      const pages = set.pdfFiles[0]?.pages ?? 0;
      rows.push([
        name,
        set.pdfFiles[0]?.language ?? set.lastError ?? "",
        pages,
        seconds.toFixed(1),
        (pages / seconds).toFixed(0),
        Math.round(watch.stop()),
      ]);
      console.log(rows.at(-1)?.join("  "));
    }
    const answers = await ask(mcpUrl, apiKey, options.dataDir);
    const outcomes = await mutate();
    const body = [
      "Through the product: upload, scan, text, passages, vectors, index. Memory is the most that workerd had meanwhile, all of the product in it.",
      markdownTable([["File", "language", "pages", "seconds", "pages/s", "peak MB"], ...rows]),
      "Questions whose page is known: the place of that page in the answer, and whether the words that answer were sent.",
      markdownTable([["Question", "page at", "words sent"], ...answers]),
      `${MUTATIONS} files, each damaged at random places, cut, or both, read in Node one after the other.`,
      markdownTable([["Outcome", "files"], ...outcomes.counts]),
      `The slowest took ${outcomes.slowestMs} ms. ${outcomes.strays} promises of the parser failed with nobody waiting for them, which a Worker only notes.`,
    ].join("\n\n");
    writeFigures({
      name: "pdf",
      title: "PDF files",
      command: `npm run bench -- pdf${options.corpora.length > 0 ? ` --corpora ${options.corpora.join(",")}` : ""}`,
      body,
      data: { files: rows, answers, outcomes },
    });
  } finally {
    await server.close();
  }
}

async function ask(mcpUrl: string, apiKey: string, dataDir: string): Promise<(string | number)[][]> {
  const path = join(dataDir, "pdf_queries.jsonl");
  if (!existsSync(path)) return [];
  const questions = readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => question.parse(JSON.parse(line)));
  const system = await connectDocenda(mcpUrl, apiKey);
  const rows: (string | number)[][] = [];
  for (const { query, gold, must } of questions) {
    const { text } = await system.search({ query, budget: 4000, corpus: null });
    const named = [...new Set([...text.matchAll(/pdf:\/\/\S+/gu)].map(([url]) => url))];
    const place = named.findIndex((url) => gold.some((one) => url.endsWith(`/${one}`)));
    const plain = text.replaceAll(/[`*\s]+/g, " ");
    rows.push([
      query,
      place === -1 ? "not found" : place + 1,
      must.every((words) => plain.includes(words)) ? "yes" : "no",
    ]);
  }
  await system.close();
  return rows;
}

/** Outcomes of files that were changed at up to twenty places, or cut, or both, the commonest first. */
async function mutate() {
  const random = seededRandom(29);
  const pick = (below: number) => Math.floor(random() * below);
  const lines = Array.from({ length: 30 }, (_, at) => ({
    text: `Line ${at} of the otters.`,
    y: 700 - at * 14,
  }));
  const wholes = [false, true].map((isPacked) =>
    makePdf(
      Array.from({ length: 5 }, () => lines),
      { isPacked },
    ),
  );
  const counts = new Map<string, number>();
  let slowestMs = 0;
  // The parser leaves rejected promises behind that nobody waits for; a Worker goes on, and so does this process.
  let strays = 0;
  process.on("unhandledRejection", () => (strays += 1));
  for (let run = 0; run < MUTATIONS; run += 1) {
    const whole = wholes[run % wholes.length] as Uint8Array;
    const bytes = whole.slice(0, pick(3) === 0 ? pick(whole.length) : whole.length);
    for (let change = pick(20); change >= 0; change -= 1) bytes[pick(Math.max(1, bytes.length))] = pick(256);
    const began = performance.now();
    const read = await readPdf(bytes, { maxPages: 5000 });
    slowestMs = Math.max(slowestMs, Math.round(performance.now() - began));
    const outcome = read.kind === "refused" ? `refused: ${read.reason}` : "read";
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return { slowestMs, strays, counts: [...counts].toSorted(([, a], [, b]) => b - a) };
}
