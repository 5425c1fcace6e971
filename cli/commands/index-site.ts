import { setTimeout as sleep } from "node:timers/promises";
import { CliError } from "../cli-error.ts";
import { numberOf, printJson } from "../command.ts";
import type { Command, Outside } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import type { Exit } from "../exit-codes.ts";
import { plain } from "../render-table.ts";
import { askForJson, postJson } from "../server/ask-server.ts";
import { readSettingsToAct } from "../settings.ts";
import type { Settings } from "../settings.ts";
import { FINAL_STATUSES } from "./job-run.ts";
import type { JobRun } from "./job-run.ts";

const POLL_EVERY_MS = 1000;

export const indexCommand: Command = {
  name: "index",
  summary: "Index a documentation site as your own source, and follow it until it is done",
  args: ["URL"],
  options: {
    name: { type: "string", value: "NAME", help: "Name of the source (default: made from the address)" },
    version: { type: "string", value: "VERSION", help: "Version that the site documents" },
    description: {
      type: "string",
      value: "TEXT",
      help: "What it is about; helps to choose the source for a question",
    },
    include: { type: "string", multiple: true, value: "GLOB", help: "Only these paths; repeatable" },
    exclude: { type: "string", multiple: true, value: "GLOB", help: "None of these paths; repeatable" },
    "max-pages": { type: "string", value: "COUNT", help: "Stop after this many pages" },
    "no-wait": { type: "boolean", help: "Start it and exit; `docenda status RUN` shows how it goes" },
  },
  notes: "Progress goes to stderr. Exits with 1 when the run fails. Ctrl-C stops following; the run goes on.",
  async run(given) {
    const { outside, positionals } = given;
    const settings = readSettingsToAct(outside.env);
    const started = (await postJson(
      settings,
      "/api/functions/startIndexJobCallable",
      {
        data: {
          url: positionals[0],
          displayName: given.text("name"),
          version: given.text("version"),
          description: given.text("description"),
          include: listOf(given.list("include")),
          exclude: listOf(given.list("exclude")),
          maxPages: numberOf(given, "max-pages"),
        },
      },
      outside.signal,
    )) as { result: { executionId: string; moduleId: string } };
    const { executionId, moduleId } = started.result;
    if (given.isOn("no-wait")) {
      if (given.isOn("json")) printJson(outside, { executionId, moduleId });
      else outside.output.write(`Started ${executionId}\n`);
      return EXIT.done;
    }
    const run = await follow(settings, executionId, outside);
    if (given.isOn("json")) printJson(outside, run);
    else outside.output.write(`${resultOf(run)}\n`);
    return exitOfRun(run);
  },
};

function listOf(patterns: string[]): string[] | undefined {
  return patterns.length > 0 ? patterns : undefined;
}

/** The run when it is over, however it ends. Prints progress on stderr: one changing line on a terminal, else a line for each change. */
async function follow(settings: Settings, runId: string, outside: Outside): Promise<JobRun> {
  let said = "";
  for (;;) {
    const run = (await askForJson(settings, `/api/job-runs/${runId}`, { signal: outside.signal })) as JobRun;
    const line = progressOf(run);
    if (line !== said) outside.errors.write(outside.errors.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    said = line;
    if (FINAL_STATUSES.includes(run.status)) {
      if (outside.errors.isTTY) outside.errors.write("\n");
      return run;
    }
    await sleep(POLL_EVERY_MS, undefined, { signal: outside.signal }).catch((cause: unknown) => {
      throw new CliError(
        EXIT.interrupted,
        "cancelled",
        `Stopped following. The run goes on: \`docenda status ${runId}\`.`,
        { cause },
      );
    });
  }
}

export function progressOf({ status, docsCount, crawl }: JobRun): string {
  const waiting = crawl ? crawl.pending + crawl.leased : 0;
  const state = status.charAt(0) + status.slice(1).toLowerCase();
  return `${state}: ${docsCount.toLocaleString("en-US")} pages indexed${waiting > 0 ? `, ${waiting.toLocaleString("en-US")} waiting` : ""}`;
}

/** The result of a run in words, with what its owner can do about missing pages. */
export function resultOf({ displayName, error, verdict }: JobRun): string {
  const advice = (verdict?.advice ?? []).map(({ fix }) => `- ${fix}`);
  return [`${plain(displayName)}: ${error ?? verdict?.text ?? "no page was read."}`, ...advice].join("\n");
}

export function exitOfRun({ status }: JobRun): Exit {
  return status === "FAILED" ? EXIT.no : EXIT.done;
}
