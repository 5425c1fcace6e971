import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { askTool, SESSION_OPTIONS } from "../session-options.ts";

export const searchCommand: Command = {
  name: "search",
  summary: "Search documentation",
  args: ["QUESTION"],
  options: {
    keyword: {
      type: "string",
      short: "k",
      multiple: true,
      value: "TERM",
      help: "Identifier or term that the docs probably use; repeatable, up to 8",
    },
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
    since: {
      type: "string",
      value: "STATE",
      help: "Show only what changed since this version or date, such as 2026-11-01",
    },
    scope: { type: "string", value: "SCOPE", help: "all, public, or private (default: all)" },
    ...SESSION_OPTIONS,
  },
  notes: "Exits with 1 when no passage answers the question.",
  async run(given) {
    const keywords = given.list("keyword");
    const sources = given.list("source");
    const { typed } = await askTool(given, "docenda_search_documentation", {
      query: given.positionals.join(" "),
      ...(keywords.length > 0 && { keywords }),
      ...(sources.length > 0 && { sources }),
      version: given.text("version"),
      since: given.text("since"),
      scope: given.text("scope"),
    });
    const { passages, changes = [] } = typed as { passages?: unknown[]; changes?: unknown[] };
    return passages?.length === 0 && changes.length === 0 ? EXIT.no : EXIT.done;
  },
};
