import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { openPack } from "../offline/open-pack.ts";
import { answerFrom } from "../offline/answer-message.ts";
import { forwardTo } from "../server/forward-message.ts";
import { serveStdio } from "../server/serve-stdio.ts";
import { readSettingsToAct } from "../settings.ts";

export const mcpCommand: Command = {
  name: "mcp",
  summary: "Serve MCP over stdio, for agents that start programs",
  args: [],
  options: {
    offline: {
      type: "string",
      value: "FILE",
      help: "Answer from a file of `docenda pack` instead of asking the server",
    },
  },
  notes:
    "Your agent starts this command. It needs DOCENDA_API_KEY in its environment, or a login; with --offline, neither.",
  async run(given) {
    const { outside } = given;
    const file = given.text("offline");
    const answer =
      file === undefined ? forwardTo(readSettingsToAct(outside.env)) : answerFrom(await openPack(file));
    await serveStdio(answer, outside);
    return EXIT.done;
  },
};
