import { printJson } from "../command.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { askForJson } from "../server/ask-server.ts";
import { readSettingsToAct } from "../settings.ts";
import { renderTable } from "../render-table.ts";

type Source = {
  name: string;
  version: string | null;
  kind: string;
  isPublic: boolean;
  totalPages: number;
  url: string;
};

export const sourcesCommand: Command = {
  name: "sources",
  summary: "List the sources that you can search",
  args: ["[NAME]"],
  options: { private: { type: "boolean", help: "List your own sources only" } },
  notes: "With NAME, lists the sources whose name contains it. Exits with 1 when there are none.",
  async run(given) {
    const { outside, positionals } = given;
    const answer = await askForJson(readSettingsToAct(outside.env), "/api/v1/sources", {
      signal: outside.signal,
    });
    const wanted = positionals[0]?.toLowerCase() ?? "";
    const sources = (answer as { sources: Source[] }).sources.filter(
      ({ name, isPublic }) => name.toLowerCase().includes(wanted) && !(given.isOn("private") && isPublic),
    );
    if (given.isOn("json")) printJson(outside, { sources });
    else if (sources.length === 0) outside.errors.write("No sources. Add one with `docenda index URL`.\n");
    else
      outside.output.write(
        renderTable(
          ["Name", "Version", "Kind", "Pages", "Visible to", "URL"],
          sources.map(({ name, version, kind, totalPages, isPublic, url }) => [
            name,
            version ?? "-",
            kind,
            totalPages.toLocaleString("en-US"),
            isPublic ? "everyone" : "you",
            url,
          ]),
        ),
      );
    return sources.length === 0 ? EXIT.no : EXIT.done;
  },
};
