import { expect, it } from "vitest";
import { runLedgerModel } from "#tests/support/run-ledger-model.ts";

/** `npm run bench -- ledger` runs a thousand seeds of a thousand operations each. */
const SEEDS = 20;
const OPERATIONS = 300;

it.each(Array.from({ length: SEEDS }, (_, seed) => seed + 1))(
  "the ledger does what the model does, with seed %d (fault 12)",
  (seed) => {
    expect(() => runLedgerModel(seed, OPERATIONS)).not.toThrow();
  },
);
