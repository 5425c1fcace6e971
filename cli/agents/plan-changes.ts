import { existsSync, readFileSync } from "node:fs";
import { KEY_VARIABLE } from "#web/features/install/install.ts";
import type { Install } from "#web/features/install/install.ts";
import type { Config } from "#web/features/install/render-config.ts";
import { editConfig, NotEditable } from "./edit-config.ts";
import { thisOs } from "./find-agents.ts";
import type { Agent } from "./find-agents.ts";

export type Change = {
  agent: Agent;
  before: string;
  after: string;
  action: "add" | "update" | "remove" | "none";
  /** The reason why the file is left alone, in words; null when the file can be changed. */
  problem: string | null;
};

/** The change of each agent's file when connecting or removing. Reads the files and writes nothing. */
export function planChanges(
  agents: Agent[],
  install: Install & { origin: string },
  isWanted: boolean,
): Change[] {
  return agents.map((agent) => {
    const { path, file } = agent;
    const before = existsSync(path) ? readFileSync(path, "utf8") : "";
    const shape = withOwnProgram(file.config(install, thisOs()), install) as Config;
    try {
      const without = before === "" ? "" : editConfig(before, file.language, shape, false);
      const after = isWanted ? editConfig(before, file.language, shape, true) : without;
      return { agent, before, after, action: actionOf(before, without, after), problem: null };
    } catch (error) {
      if (!(error instanceof NotEditable)) throw error;
      return { agent, before, after: before, action: "none", problem: error.message };
    }
  });
}

function actionOf(before: string, without: string, after: string): Change["action"] {
  if (before === after) return "none";
  if (before === without) return "add";
  return after === without ? "remove" : "update";
}

/** The configuration with this command line as the program that passes everything on, for a client that knows no addresses. */
function withOwnProgram(config: unknown, install: Install & { origin: string }): unknown {
  if (typeof config !== "object" || config === null || Array.isArray(config)) return config;
  if ("command" in config) {
    const args = ["-y", "docenda", "mcp"];
    const env = { DOCENDA_URL: install.origin, [KEY_VARIABLE]: install.apiKey };
    return thisOs() === "windows"
      ? { command: "cmd", args: ["/c", "npx", ...args], env }
      : { command: "npx", args, env };
  }
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key, withOwnProgram(value, install)]),
  );
}
