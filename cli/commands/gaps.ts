import { printJson, printText } from "../command.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { askForJson } from "../server/ask-server.ts";
import { readSettingsToAct } from "../settings.ts";

type Gap = { times: number; askers: number; issue: { title: string; body: string } };

export const gapsCommand: Command = {
  name: "gaps",
  summary: "List what a source was asked in the last 30 days and didn't surely answer",
  args: ["SOURCE"],
  options: {},
  notes:
    "Prints a draft issue for each group of questions. Of public sources, only groups of at least five askers.\n" +
    "Costs no credits. Exits with 1 when there are none.",
  async run(given) {
    const { outside, positionals } = given;
    const path = `/api/v1/gaps?source=${encodeURIComponent(positionals[0]!)}`;
    const found = await askForJson(readSettingsToAct(outside.env), path, { signal: outside.signal });
    const { gaps } = found as { gaps: Gap[] };
    if (given.isOn("json")) printJson(outside, { gaps });
    else if (gaps.length === 0) outside.errors.write("No gaps in the last 30 days.\n");
    else printText(outside, gaps.map(({ issue }) => `# ${issue.title}\n\n${issue.body}`).join("\n\n"));
    return gaps.length === 0 ? EXIT.no : EXIT.done;
  },
};
