import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, renameSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { claim, refuseSecondServer, release } from "./claim.ts";
import { migrateLocalDatabase, QUIET_TOOLS } from "./migrate.ts";
import { killGroup, workerdsOf } from "./processes.ts";
import { ROOT } from "./root.ts";
import { localSecrets } from "./secrets.ts";

export type ServerOptions = {
  /** Port of the server; 0 takes any free one. */
  port: number;
  /** Folder for everything that this copy keeps: databases, secrets, its build and its log. Two servers never share one. */
  stateDir: string;
  /** Vars of the worker that differ from wrangler.toml. */
  env?: Record<string, string>;
  /** Refuses what Cloudflare's platform refuses and its simulators take (worker/local/limits). */
  isStrict?: boolean;
  /** Serves the build that an earlier start left in `stateDir`, as where a server is killed and started many times. */
  isBuilt?: boolean;
  /** Leaves out the line that is printed for each step. */
  quiet?: boolean;
};

export type LocalServer = {
  /** Address of the server, without a slash at the end. */
  url: string;
  /** Token that opens `/__local`: send it as `x-local-token`. */
  localToken: string;
  /** Log of everything that the worker and the tools print. */
  logFile: string;
  /** Stops the server and workerd; does nothing the second time. */
  close(): Promise<void>;
  /** The workerd processes that run this server now. */
  workerdPids(): number[];
  /** Settles when the server is gone, by `close` or by itself. */
  closed: Promise<void>;
};

export type ServeOrder = { stateDir: string; port: number; isBuilt: boolean; isStrict: boolean };
export type ServeMessage = { kind: "ready" } | { kind: "failed"; message: string };

/** Time that a server may take to stop by itself before it is killed. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Builds the worker, applies the migrations, and serves it on 127.0.0.1 in workerd until `close`, or until this process
 * ends, however it ends. Throws with what to do when the port is taken, when another server has the same `stateDir`,
 * and when the worker does not build or start.
 */
export async function startServer(options: ServerOptions): Promise<LocalServer> {
  const stateDir = resolve(options.stateDir);
  const say = (line: string) => {
    if (!options.quiet) console.log(line);
  };
  mkdirSync(join(stateDir, "log"), { recursive: true });
  refuseSecondServer(stateDir);
  const port = await freePort(options.port);
  const secrets = localSecrets(stateDir);
  const logFile = join(stateDir, "log/server.log");

  say("Building and migrating ...");
  await migrateLocalDatabase(stateDir);
  const child = spawnServe(
    { stateDir, port, isBuilt: options.isBuilt ?? false, isStrict: options.isStrict ?? false },
    { ...secrets, ...options.env },
    logFile,
  );
  const leader = child.pid;
  if (leader === undefined) throw new Error("The server process could not be started.");
  const closed = new Promise<void>((settle) => {
    child.once("exit", () => {
      killGroup(leader);
      release(stateDir);
      settle();
    });
  });
  const url = `http://127.0.0.1:${port}`;
  claim(stateDir, { pid: leader, url });
  const failure = await failureToStart(child, url);
  if (failure !== null) {
    killGroup(leader);
    await closed;
    throw new Error(`The server did not start: ${failure}\nIts log is ${logFile}`);
  }
  say(`Serving ${url}`);

  return {
    url,
    localToken: secrets.LOCAL_TOKEN,
    logFile,
    closed,
    workerdPids: () => workerdsOf(leader).map(({ pid }) => pid),
    close: async () => {
      if (child.connected) child.send("close");
      const timer = setTimeout(() => killGroup(leader), CLOSE_TIMEOUT_MS);
      await closed;
      clearTimeout(timer);
    },
  };
}

/** Environment for vite.config.ts and Cloudflare's tools. */
export function toolSettings(
  { stateDir, port, isStrict }: Pick<ServeOrder, "stateDir" | "port" | "isStrict">,
  vars: Record<string, string>,
): Record<string, string> {
  return {
    ...QUIET_TOOLS,
    DOCENDA_STATE: stateDir,
    // Pages that are rendered ahead of time, and their twins in markdown, name this copy's address.
    SITE_ORIGIN: process.env.SITE_ORIGIN ?? `http://127.0.0.1:${port}`,
    DOCENDA_STRICT: isStrict ? "on" : "",
    DOCENDA_VARS: JSON.stringify(vars),
    // Miniflare would keep a trace of every request with its raw URL, and offer the databases to any page of the browser.
    X_LOCAL_OBSERVABILITY: "false",
    X_LOCAL_EXPLORER: "false",
    // Servers of one machine would find each other by the worker's name.
    MINIFLARE_REGISTRY_PATH: join(stateDir, "registry"),
  };
}

function spawnServe(order: ServeOrder, vars: Record<string, string>, logFile: string): ChildProcess {
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.previous`);
  const log = openSync(logFile, "a", 0o600);
  const child = spawn(process.execPath, [join(ROOT, "local/serve.ts"), JSON.stringify(order)], {
    cwd: ROOT,
    // A process group of its own: Ctrl-C reaches the parent alone, which closes in order; and the whole group can be killed.
    detached: true,
    stdio: ["ignore", log, log, "ipc"],
    // The build is the shipped one, whatever runs this process: with the NODE_ENV of a test it would have React's development version.
    env: { ...process.env, NODE_ENV: "production", ...toolSettings(order, vars) },
  });
  closeSync(log);
  return child;
}

/** The reason why the server did not start; null when the worker itself answers: `vite preview` listens before workerd has loaded it. */
async function failureToStart(child: ChildProcess, url: string): Promise<string | null> {
  const failure = await new Promise<string | null>((settle) => {
    child.once("message", (message: ServeMessage) =>
      settle(message.kind === "ready" ? null : message.message),
    );
    child.once("exit", (code) => settle(`the server process ended with code ${code}`));
    child.once("error", (error) => settle(error.message));
  });
  if (failure !== null) return failure;
  const health = await fetch(`${url}/api/health`).catch((error: unknown) => String(error));
  if (health instanceof Response && health.ok) return null;
  return `${url}/api/health answers ${health instanceof Response ? health.status : health}`;
}

/**
 * Below the ports that systems give to connections going out (from 32,768 on Linux, 49,152 elsewhere): a port of theirs may be gone
 * between the choice and the moment in which a server takes it.
 */
const CHOSEN_PORTS = { first: 10_000, count: 22_000 };
const MAX_CHOICES = 100;

/** The given port when it is free; any free one for 0. */
export async function freePort(port: number): Promise<number> {
  if (port !== 0) return await probe(port);
  for (let choice = 1; choice < MAX_CHOICES; choice++) {
    const chosen = CHOSEN_PORTS.first + randomInt(CHOSEN_PORTS.count);
    const free = await probe(chosen).catch(() => null);
    if (free !== null) return free;
  }
  return await probe(0);
}

async function probe(port: number): Promise<number> {
  return new Promise((settle, fail) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE";
      fail(
        taken ? new Error(`Port ${port} is taken. Choose another one: PORT=${port + 1} npm start`) : error,
      );
    });
    server.listen(port, "127.0.0.1", () => {
      const { port: bound } = server.address() as AddressInfo;
      server.close(() => settle(bound));
    });
  });
}
