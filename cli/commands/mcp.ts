import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { serveStdio } from "../server/serve-stdio.ts";
import { readSettingsToAct } from "../settings.ts";

export const mcpCommand: Command = {
  name: "mcp",
  summary: "Serve MCP over stdio, for agents that start programs",
  args: [],
  options: {},
  notes: "Your agent starts this command. It needs DOCENDA_API_KEY in its environment, or a login.",
  async run({ outside }) {
    await serveStdio(readSettingsToAct(outside.env), outside);
    return EXIT.done;
  },
};
