import { execFile, spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildCli, PACKAGE } from "#cli/build.ts";

const run = promisify(execFile);

/** The packed package, installed into an empty folder as a person would. */
export type InstalledCli = {
  /** The file that npm linked as `docenda`. */
  bin: string;
  tarball: string;
  packedBytes: number;
  /** Runs a command to its end. */
  run(args: string[], options?: RunOptions): Promise<Ended>;
  start(args: string[], options?: RunOptions): ChildProcessWithoutNullStreams;
  /** What a process gets that knows the server and the key. */
  env: Record<string, string>;
};
export type RunOptions = { env?: Record<string, string>; input?: string; cwd?: string; node?: string };
export type Ended = { exit: number | null; output: string; errors: string };

/** Node 20, the oldest that the package promises, where the machine has it; else the Node of the tests. */
export const OLDEST_NODE = existsSync("/usr/bin/node") ? "/usr/bin/node" : process.execPath;

/** Builds, packs and installs. Nothing is fetched: the package has no dependencies. */
export async function installCli(folder: string, env: Record<string, string>): Promise<InstalledCli> {
  await buildCli("");
  const home = join(folder, "home");
  const empty = join(folder, "empty");
  for (const path of [home, empty]) mkdirSync(path, { recursive: true });
  const npmEnv = {
    ...process.env,
    npm_config_cache: join(folder, "npm-cache"),
    npm_config_update_notifier: "false",
  };
  const packed = await run("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: PACKAGE,
    env: npmEnv,
  });
  const [{ filename, size }] = JSON.parse(packed.stdout) as [{ filename: string; size: number }];
  const tarball = join(folder, filename);
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: empty, env: npmEnv });
  const bin = join(empty, "node_modules/.bin/docenda");
  const ownEnv = { PATH: process.env.PATH ?? "", HOME: home, XDG_CONFIG_HOME: join(home, ".config"), ...env };
  const start = (args: string[], options: RunOptions = {}) =>
    spawn(options.node ?? OLDEST_NODE, [bin, ...args], {
      cwd: options.cwd ?? empty,
      env: { ...ownEnv, ...options.env },
    });
  return {
    bin,
    tarball,
    packedBytes: size,
    env: ownEnv,
    start,
    run: (args, options = {}) => ended(start(args, options), options.input ?? ""),
  };
}

/** Everything that a process prints, and how it ends. */
export function ended(child: ChildProcessWithoutNullStreams, input?: string): Promise<Ended> {
  let output = "";
  let errors = "";
  child.stdout.on("data", (part: Buffer) => (output += part.toString()));
  child.stderr.on("data", (part: Buffer) => (errors += part.toString()));
  if (input !== undefined) child.stdin.end(input);
  return new Promise((settle, fail) => {
    child.once("error", fail);
    child.once("close", (exit) => settle({ exit, output, errors }));
  });
}
