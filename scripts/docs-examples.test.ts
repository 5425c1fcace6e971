import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { verifyEvidence } from "#schema/evidence.ts";

const examples = JSON.parse(readFileSync(join(import.meta.dirname, "../docs/figures/examples.json"), "utf8"));

it("the receipt of the page is genuine, and is the one that the page shows decoded", async () => {
  const { receipt, keys, decoded } = examples.receipt;
  const evidence = await verifyEvidence(receipt, keys);
  expect(evidence).toMatchObject(JSON.parse(decoded));
});

it("the block of AGENTS.md names the indexed library with its pinned version, between marks", () => {
  const { lockfile, block, current } = examples.agentsMd;
  const { version } = JSON.parse(lockfile).packages["node_modules/agents"];
  expect(block).toMatch(
    new RegExp(`^<!-- docenda: begin[^]*\\n- \`agents\` ${version}: \\[.*\\n[^]*<!-- docenda: end -->$`),
  );
  expect(block).not.toContain("left-pad");
  expect(current).toContain("already up to date");
});

it("the evaluation of the page finds two answers of three and says which it lacks", () => {
  const { questions, output, draft } = examples.eval;
  expect(output).toContain(`66.7% of ${questions.split("\n").length} questions`);
  expect(output).toContain("Recall is 66.7%; the limit is 90.0%.");
  expect(output).toContain("scanBarcode");
  expect(JSON.parse(draft).draft).toBe(true);
});

it("the gaps of the page are the questions that were asked, grouped", () => {
  const { output } = examples.gaps;
  expect(output).toContain("2 times, by 1 account, in the last 30 days");
  expect(output).toMatch(/# Docs: .*bluetooth keyboard/);
  expect(output).toMatch(/# Docs: .*paper size/);
});

it("the changes of the page have both texts of the changed section and the text of the removed page", () => {
  const { search, read, since } = examples.changes;
  expect(search).toContain(`Changes since ${since.slice(0, 10)}`);
  for (const text of [search, read]) {
    expect(text).toMatch(/Changed\. Before:[^]*with vinegar\.[^]*Now:[^]*with citric acid\./);
    expect(text).not.toContain("Rinse it twice");
  }
  expect(search).toMatch(/Removed:[^]*Empty the toaster/);
  expect(read).not.toContain("toaster");
  // The site had an address of this machine when it was indexed.
  expect(JSON.stringify(examples.changes)).not.toContain("127.0.0.1");
});
