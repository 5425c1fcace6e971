import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "#local/root.ts";
import type { BenchOptions } from "../bench/args.ts";
import { writeFigures } from "../bench/figures.ts";
import { indexCorpora } from "../indexed-corpora.ts";
import { pageFacts } from "../page-facts.ts";
import type { Product } from "../product.ts";
import { connectAgent } from "./agent.ts";
import type { Agent, Exchange } from "./agent.ts";
import { askTask } from "./ask-task.ts";
import type { TaskOutcome, UrlOf } from "./ask-task.ts";
import { taskCorpora } from "./corpora.ts";
import { readLongPages } from "./long-pages.ts";
import { figuresOf, tablesOf } from "./report.ts";
import { samplesOf } from "./samples.ts";
import { TASKS } from "./tasks.ts";

/** Does fourteen tasks of coding agents over MCP, reads ten long pages, and writes both down with every word exchanged. */
export async function benchTasks(options: BenchOptions): Promise<void> {
  const indexed = await indexCorpora(taskCorpora(options), options);
  try {
    const urlOf: UrlOf = (corpus, path) => {
      const site = indexed.sites.get(corpus);
      if (!site) throw new Error(`${corpus} is not indexed`);
      return site.urlOf(path);
    };
    const outcomes = await doTasks(indexed.product, urlOf);
    const reads = await readLongPages(indexed.product, urlOf, await pageFacts(indexed));
    writeFileSync(join(ROOT, "docs/figures/tasks-samples.md"), samplesOf(outcomes, reads));
    writeFigures({
      name: "tasks",
      title: "Fourteen tasks of a coding agent",
      command: "npm run bench -- tasks",
      body: tablesOf(outcomes, reads),
      data: figuresOf(outcomes, reads),
    });
  } finally {
    await indexed.close();
  }
}

/** Each task has a connection of its own, or goes on in that of the task before it. */
async function doTasks(product: Product, urlOf: UrlOf): Promise<TaskOutcome[]> {
  const outcomes: TaskOutcome[] = [];
  let agent: Agent | null = null;
  let before: Exchange[] = [];
  for (const task of TASKS) {
    if (agent === null || task.continuesAfterMs === undefined) {
      await agent?.close();
      agent = await connectAgent(product);
      before = [];
    } else {
      await sleep(task.continuesAfterMs);
    }
    const outcome = await askTask(agent, task, urlOf, before);
    before.push(...outcome.exchanges);
    outcomes.push(outcome);
    console.log(
      `${task.id.padEnd(12)} ${outcome.exchanges.length} calls, ${outcome.missing.join(", ") || "done"}`,
    );
  }
  await agent?.close();
  return outcomes;
}
