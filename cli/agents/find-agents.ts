import { accessSync, constants, existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { CLIENTS } from "#web/features/install/clients.ts";
import type { ClientSpec, ConfigFile } from "#web/features/install/client-spec.ts";
import type { Os } from "#web/features/install/install.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** An agent with the file in which its servers stand. */
export type Agent = { client: ClientSpec; file: ConfigFile; path: string };

/** Clients of the list with an older form of another client's file: written when asked for by name only. */
const BY_NAME_ONLY = new Set(["opencode-1"]);
/** Programs that tell of an agent whose file is in the home folder itself. */
const PROGRAMS: Readonly<Record<string, string>> = { "claude-code": "claude" };

export function thisOs(): Os {
  if (process.platform === "win32") return "windows";
  return process.platform === "darwin" ? "mac" : "linux";
}

/** Every agent with a known file on this system, installed or not. */
export function knownAgents(env: Env): Agent[] {
  return CLIENTS.flatMap((client) => {
    const { file } = client;
    const path = file?.paths && placeOf(file.paths[thisOs()], env);
    return file && path ? [{ client, file, path }] : [];
  });
}

/** The agents that are installed here: their file is there, or the folder that they keep it in. */
export function findAgents(env: Env): Agent[] {
  const own = new Set([homeOf(env), join(homeOf(env), ".config"), env.APPDATA, env.LOCALAPPDATA]);
  return knownAgents(env).filter(({ client, path }) => {
    if (BY_NAME_ONLY.has(client.id)) return false;
    const folder = dirname(path);
    if (existsSync(path) || (!own.has(folder) && existsSync(folder))) return true;
    const program = PROGRAMS[client.id];
    return program !== undefined && isOnPath(program, env);
  });
}

/** A path of the instructions as this machine has it; null for words that stand in a path's place. */
function placeOf(path: string, env: Env): string | null {
  const home = homeOf(env);
  if (path.startsWith("~/")) return join(home, path.slice(2));
  const [, name, rest] = /^%([A-Z]+)%\\(.+)$/.exec(path) ?? [];
  if (!name || !rest) return null;
  const folder = name === "USERPROFILE" ? home : env[name];
  return folder ? join(folder, ...rest.split("\\")) : null;
}

function homeOf(env: Env): string {
  return (process.platform === "win32" ? env.USERPROFILE : env.HOME) || homedir();
}

function isOnPath(program: string, env: Env): boolean {
  const names = process.platform === "win32" ? [`${program}.exe`, `${program}.cmd`] : [program];
  return (env.PATH ?? "")
    .split(delimiter)
    .some((folder) => folder !== "" && names.some((name) => isExecutable(join(folder, name))));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
