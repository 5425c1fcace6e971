import { numberOf, printJson, printText } from "../command.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { callTool } from "../server/call-tool.ts";
import { readSettingsToAct } from "../settings.ts";

export const readCommand: Command = {
  name: "read",
  summary: "Read a page, or a section of it, as Markdown",
  args: ["URL"],
  options: {
    section: { type: "string", value: "TEXT", help: "Heading, anchor, symbol, or a question about the page" },
    budget: { type: "string", short: "b", value: "TOKENS", help: "Most tokens of the answer, 200 to 10000" },
    session: { type: "string", value: "ID", help: "Session of your last answer; nothing is sent twice" },
    repeat: { type: "boolean", help: "Send again what the session has already sent" },
  },
  async run(given) {
    const { outside, positionals } = given;
    const answer = await callTool(
      readSettingsToAct(outside.env),
      "docenda_read_url",
      {
        url: positionals[0],
        section: given.text("section"),
        budget: numberOf(given, "budget"),
        session: given.text("session"),
        repeat: given.isOn("repeat") || undefined,
      },
      outside.signal,
    );
    if (given.isOn("json")) printJson(outside, answer.typed);
    else printText(outside, answer.text);
    return EXIT.done;
  },
};
