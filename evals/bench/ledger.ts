import { runLedgerModel } from "#tests/support/run-ledger-model.ts";
import { writeFigures } from "./figures.ts";

const SEEDS = 1_000;
const OPERATIONS = 1_000;

/**
 * Runs the real rules of credits, over SQLite in this process, against the model of the tests: outcome and balance after each
 * operation.
 */
export async function benchLedger(): Promise<void> {
  const start = performance.now();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    runLedgerModel(seed, OPERATIONS);
    if (seed % 100 === 0) console.log(`${seed} of ${SEEDS} seeds`);
  }
  const seconds = (performance.now() - start) / 1000;
  const body = [
    `${SEEDS.toLocaleString("en-US")} seeds of ${OPERATIONS.toLocaleString("en-US")} operations each: reserve, post, void, grant, adjust,`,
    "refund and expiry, drawn so that most ids are used again in every state. After each operation the outcome and the balance are those of",
    "the model, and nothing is below zero; after each seed the history adds up to the balance.",
    "",
    `Differences: 0. It took ${seconds.toFixed(0)} s. A difference ends the run and names the seed and the step.`,
  ].join("\n");
  console.log(`\n${body}`);
  writeFigures({
    name: "ledger",
    title: "The ledger against its model",
    command: "npm run bench -- ledger",
    body,
    data: { seeds: SEEDS, operations: OPERATIONS, differences: 0, seconds },
  });
}
