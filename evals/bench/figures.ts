import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { ROOT } from "#local/root.ts";

/** The load of the machine before the measurement: processes that wanted to run, over one minute. */
const [loadBefore = 0] = loadavg();

/** Where numbers come from: the command, the day, the commit, the machine and how busy it was. */
export type Origin = { command: string } & ReturnType<typeof whereAndWhen>;

/**
 * Writes `docs/figures/<name>.md` and `.json`: the tables for readers and the numbers for programs, both with the
 * machine, the day, the commit and the command that made them. `origin` stands for `command` where an earlier run made the numbers.
 */
export function writeFigures(
  figures: { name: string; title: string; body: string; data: Record<string, unknown> } & (
    | { command: string }
    | { origin: Origin }
  ),
): void {
  const origin = "origin" in figures ? figures.origin : originOf(figures.command);
  const folder = join(ROOT, "docs/figures");
  mkdirSync(folder, { recursive: true });
  const text = [`# ${figures.title}`, "", originLine(origin), "", figures.body.trim(), ""];
  writeFileSync(join(folder, `${figures.name}.md`), text.join("\n"));
  writeFileSync(
    join(folder, `${figures.name}.json`),
    `${JSON.stringify({ ...origin, ...figures.data }, null, 2)}\n`,
  );
  console.log(`\nwritten to docs/figures/${figures.name}.md`);
}

export function originOf(command: string): Origin {
  return { command, ...whereAndWhen() };
}

export function originLine(origin: Origin): string {
  return `Made by \`${origin.command}\` on ${origin.date}, commit ${origin.commit}: ${origin.machine}. Load of the machine before it: ${origin.loadBefore}. Do not edit by hand.`;
}

/** Rows as a markdown table; the first row is its head. The first column is words, the others are numbers. */
export function markdownTable(rows: (string | number)[][]): string {
  const [head = [], ...body] = rows;
  const rule = head.map((_, column) => (column === 0 ? "---" : "---:"));
  return [head, rule, ...body].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function whereAndWhen() {
  const cores = cpus();
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  return {
    date: new Date().toISOString().slice(0, 10),
    commit:
      git("rev-parse", "--short", "HEAD") +
      (git("status", "--porcelain", "--", "worker") ? " with changes" : ""),
    loadBefore: Number(loadBefore.toFixed(1)),
    machine: `${cores.length} cores (${cores[0]?.model.trim() ?? "unknown"}), ${memoryGb} GB, Node ${process.versions.node}, workerd ${workerdVersion()}`,
  };
}

function git(...args: string[]): string {
  return execFileSync("git", ["-C", ROOT, ...args], { encoding: "utf8" }).trim();
}

function workerdVersion(): string {
  return JSON.parse(readFileSync(join(ROOT, "node_modules/workerd/package.json"), "utf8")).version;
}
