import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { crawlSite, getRun, startProduct } from "../product.ts";
import type { Product } from "../product.ts";
import type { BenchOptions } from "./args.ts";
import { markdownTable, writeFigures } from "./figures.ts";
import { HARMFUL_SITES } from "./harmful-sites.ts";
import type { HarmfulSite } from "./harmful-sites.ts";
import { watchMemory } from "./memory.ts";

/** Limit on pages, enough for a trap to show. */
const MAX_PAGES = 100;

/** Crawls harmful sites through the product: the end of each run, its requests, and the memory of workerd. */
export async function benchWebHarm(options: BenchOptions): Promise<void> {
  rmSync(options.stateDir, { recursive: true, force: true });
  const product = await startProduct(options.stateDir);
  const rows: (string | number)[][] = [];
  try {
    for (const site of HARMFUL_SITES) {
      rows.push(await crawlHarmful(product, site));
      console.log(rows.at(-1)?.join("  "));
    }
    writeFigures({
      name: "web-harm",
      title: "Sites that are made to harm",
      command: "npm run bench -- web-harm",
      body: [
        `One after the other through the product, each from an origin of its own on this machine, at most ${MAX_PAGES} pages a run. Memory is the most that workerd had meanwhile, all of the product in it. What comes over the wire is what the origin could send before the product hung up.`,
        markdownTable([
          ["Site", "seconds", "requests", "MB over the wire", "peak MB", "run", "pages by outcome"],
          ...rows,
        ]),
      ].join("\n\n"),
      data: { sites: rows },
    });
  } finally {
    await product.server.close();
  }
}

async function crawlHarmful(product: Product, { name, answer }: HarmfulSite): Promise<(string | number)[]> {
  let requests = 0;
  let bytes = 0;
  const origin = createServer((request, response) => {
    requests += 1;
    const { socket } = response;
    const before = socket?.bytesWritten ?? 0;
    response.once("close", () => {
      bytes += (socket?.bytesWritten ?? 0) - before;
    });
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    origin.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(origin.address() as AddressInfo).port}/`;
  const memory = watchMemory(() => product.server.workerdPids());
  try {
    const run = await crawlSite(product, { url, name, exclude: [], maxPages: MAX_PAGES });
    const outcomes = Object.entries((await getRun(product, run.runId)).crawl?.outcomes ?? {});
    return [
      name,
      run.seconds.toFixed(1),
      requests,
      (bytes / 1e6).toFixed(1),
      Math.round(memory.stop()),
      run.status,
      outcomes.map(([outcome, count]) => `${count} ${outcome}`).join(", ") || (run.error ?? ""),
    ];
  } finally {
    memory.stop();
    origin.closeAllConnections();
    origin.close();
  }
}
