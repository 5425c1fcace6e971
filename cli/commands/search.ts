import { numberOf, printJson, printText } from "../command.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { callTool } from "../server/call-tool.ts";
import { readSettingsToAct } from "../settings.ts";

export const searchCommand: Command = {
  name: "search",
  summary: "Search documentation",
  args: ["QUESTION"],
  options: {
    source: {
      type: "string",
      short: "s",
      multiple: true,
      value: "NAME",
      help: "Search only this source; repeatable",
    },
    version: {
      type: "string",
      short: "v",
      value: "VERSION",
      help: "Version of the library, such as 18 or ^18.2",
    },
    scope: { type: "string", value: "SCOPE", help: "all, public, or private (default: all)" },
    budget: { type: "string", short: "b", value: "TOKENS", help: "Most tokens of the answer, 200 to 10000" },
    session: { type: "string", value: "ID", help: "Session of your last answer; nothing is sent twice" },
    repeat: { type: "boolean", help: "Send again what the session has already sent" },
  },
  notes: "Exits with 1 when no passage answers the question.",
  async run(given) {
    const { outside, positionals } = given;
    const settings = readSettingsToAct(outside.env);
    const sources = given.list("source");
    const answer = await callTool(
      settings,
      "docenda_search_documentation",
      {
        query: positionals.join(" "),
        ...(sources.length > 0 && { sources }),
        version: given.text("version"),
        scope: given.text("scope"),
        budget: numberOf(given, "budget"),
        session: given.text("session"),
        repeat: given.isOn("repeat") || undefined,
      },
      outside.signal,
    );
    if (given.isOn("json")) printJson(outside, answer.typed);
    else printText(outside, answer.text);
    const { passages } = answer.typed as { passages?: unknown[] };
    return passages?.length === 0 ? EXIT.no : EXIT.done;
  },
};
