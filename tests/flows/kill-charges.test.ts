import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { killInRounds } from "#evals/bench/kill-rounds.ts";

const stateDir = mkdtempSync(join(tmpdir(), "docenda-kill-charges-"));

afterAll(() => rmSync(stateDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }));

// `npm run bench -- kill` does it fifty times.
it(
  "charges survive a kill in the middle: the history has each that was posted, once, and no others (fault 9)",
  { timeout: 400_000 },
  async () => {
    const rounds = await killInRounds(stateDir, { kills: 2, pages: 40, seed: 9 });
    expect(rounds.charged).toBeGreaterThan(0);
    // What was answered in the moment of a kill may be free, and nothing is charged that was not asked.
    expect(rounds.charged).toBeGreaterThanOrEqual(rounds.shownAsCharged - rounds.free);
    expect(rounds).toMatchObject({ lost: [], twice: [], invented: [], difference: 0, undelivered: 0 });
    for (const crawl of rounds.crawls)
      expect(crawl).toMatchObject({ status: "COMPLETE", twice: 0, missing: 0 });
  },
);
