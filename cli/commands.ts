import type { Command } from "./command.ts";
import { agentsMdCommand } from "./commands/agents-md.ts";
import { completionCommand } from "./commands/completion.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { evalCommand } from "./commands/eval.ts";
import { gapsCommand } from "./commands/gaps.ts";
import { indexCommand } from "./commands/index-site.ts";
import { initCommand } from "./commands/init.ts";
import { loginCommand, logoutCommand } from "./commands/login.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { packCommand } from "./commands/pack.ts";
import { readCommand } from "./commands/read.ts";
import { searchCommand } from "./commands/search.ts";
import { sourcesCommand } from "./commands/sources.ts";
import { statusCommand } from "./commands/status.ts";
import { verifyCommand } from "./commands/verify.ts";

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  searchCommand,
  readCommand,
  sourcesCommand,
  indexCommand,
  statusCommand,
  agentsMdCommand,
  evalCommand,
  gapsCommand,
  verifyCommand,
  packCommand,
  mcpCommand,
  initCommand,
  doctorCommand,
  loginCommand,
  logoutCommand,
  completionCommand(() => COMMANDS),
];

export function findCommand(name: string): Command | null {
  return COMMANDS.find((command) => command.name === name) ?? null;
}
