import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { askTool, SESSION_OPTIONS } from "../session-options.ts";

export const readCommand: Command = {
  name: "read",
  summary: "Read a page, or a section of it, as Markdown",
  args: ["URL"],
  options: {
    since: {
      type: "string",
      value: "STATE",
      help: "Show only what changed since this version or date, such as 2026-11-01",
    },
    section: { type: "string", value: "TEXT", help: "Heading, anchor, symbol, or a question about the page" },
    ...SESSION_OPTIONS,
  },
  async run(given) {
    await askTool(given, "docenda_read_url", {
      url: given.positionals[0],
      section: given.text("section"),
      since: given.text("since"),
    });
    return EXIT.done;
  },
};
