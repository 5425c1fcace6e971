import { printJson } from "../command.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { plain, renderTable } from "../render-table.ts";
import { askForJson } from "../server/ask-server.ts";
import { readSettings, readSettingsToAct } from "../settings.ts";
import { exitOfRun, progressOf, resultOf } from "./index-site.ts";
import { FINAL_STATUSES } from "./job-run.ts";
import type { JobRun } from "./job-run.ts";

const RUNS_SHOWN = 10;

type ServiceStatus = { state: string; summary: string; components: { name: string; state: string }[] };

export const statusCommand: Command = {
  name: "status",
  summary: "Show how the service and your latest indexing runs are doing",
  args: ["[RUN]"],
  options: {},
  notes:
    "With RUN, shows that run; exits with 1 when it failed. Without, exits with 1 when a part of the service is down.",
  async run(given) {
    const { outside, positionals } = given;
    const [runId] = positionals;
    const isJson = given.isOn("json");
    if (runId !== undefined) {
      const path = `/api/job-runs/${encodeURIComponent(runId)}`;
      const run = (await askForJson(readSettingsToAct(outside.env), path, {
        signal: outside.signal,
      })) as JobRun;
      if (isJson) printJson(outside, run);
      else outside.output.write(`${FINAL_STATUSES.includes(run.status) ? resultOf(run) : progressOf(run)}\n`);
      return exitOfRun(run);
    }
    const settings = readSettings(outside.env);
    const service = (await askForJson(settings, "/api/status", { signal: outside.signal })) as ServiceStatus;
    const runs = settings.credential
      ? ((await askForJson(settings, "/api/job-runs", { signal: outside.signal })) as { jobRuns: JobRun[] })
          .jobRuns
      : [];
    const latest = runs.slice(0, RUNS_SHOWN);
    if (isJson) printJson(outside, { service, jobRuns: latest });
    else outside.output.write(words(settings.origin, service, latest));
    return service.state === "trouble" ? EXIT.no : EXIT.done;
  },
};

function words(origin: string, { summary, components }: ServiceStatus, runs: JobRun[]): string {
  const parts = [`${origin}: ${summary}\n\n`];
  parts.push(
    renderTable(
      ["Component", "State"],
      components.map(({ name, state }) => [name, state]),
    ),
  );
  const rows = runs.map((run) => [
    run.executionId,
    plain(run.displayName),
    run.status,
    run.docsCount.toLocaleString("en-US"),
    run.startTime,
  ]);
  if (rows.length > 0) parts.push("\n", renderTable(["Run", "Source", "Status", "Pages", "Started"], rows));
  return parts.join("");
}
