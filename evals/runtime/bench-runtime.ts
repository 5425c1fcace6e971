import { spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BenchOptions } from "#evals/bench/args.ts";
import { markdownTable, writeFigures } from "#evals/bench/figures.ts";
import { runClients } from "#evals/bench/load-clients.ts";
import { watchMemory } from "#evals/bench/memory.ts";
import { workerdsOf } from "#local/processes.ts";
import { ROOT } from "#local/root.ts";
import { freePort } from "#local/server.ts";

const CLIENTS = 70;
const SECONDS = 20;
/** Time in which workerd closes objects that nobody calls (ten seconds), and some more. */
const CLOSED_AFTER_MS = 13_000;
const ASK_HEALTH_EVERY_MS = 250;
const TIMEOUT_MS = 60_000;
/** A folder of Linux that is in memory, so that the disk plays no part. */
const IN_MEMORY = "/dev/shm";

/** What is asked of the worker, each in a workerd of its own. A million steps of computing take some milliseconds. */
const CASES = [
  { name: "computing and an object each", query: "steps=1000000" },
  { name: "the same, after a timer of 0 ms", query: "steps=1000000&turn" },
  { name: "an object each, no computing", query: "steps=0" },
];

type Result = {
  name: string;
  answers: number;
  failed: number;
  longestMs: number;
  longestHealthMs: number;
  memoryMb: { before: number; peak: number; afterAll: number };
  files: { atEnd: number; afterAll: number };
};

/**
 * What workerd itself does under many clients, without the product: a worker of twenty lines, an object each, loopback. Says how long a
 * route that does nothing waits, and what memory is left when all objects are closed.
 */
export async function benchRuntime(options: BenchOptions): Promise<void> {
  const results: Result[] = [];
  for (const { name, query } of CASES) results.push(await measure(name, query, options.limit ?? SECONDS));
  const body = [
    `workerd alone, with a worker of twenty lines (evals/runtime/worker.js) and a Durable Object for each request, which keeps 2,000 bytes.`,
    `${CLIENTS} clients with one kept connection each ask one thing after the other for ${options.limit ?? SECONDS} seconds, over loopback; a route that does`,
    `nothing is asked four times a second on connections of its own. Memory is what workerd holds; all objects are closed ${CLOSED_AFTER_MS / 1000} s later.`,
    "",
    markdownTable([
      ["", "Answers", "Failed", "Longest wait ms", "Longest wait of the route that does nothing ms"],
      ...results.map((r) => [r.name, r.answers, r.failed, r.longestMs, r.longestHealthMs]),
    ]),
    "",
    markdownTable([
      ["", "MB before", "Most MB", "MB when all objects are closed", "Open files at the end", "Then"],
      ...results.map(({ name, memoryMb, files }) => [
        name,
        ...[memoryMb.before, memoryMb.peak, memoryMb.afterAll].map(Math.round),
        files.atEnd,
        files.afterAll,
      ]),
    ]),
  ].join("\n");
  console.log(body);
  writeFigures({
    name: "runtime",
    title: "workerd under many clients, without the product",
    command: "npm run bench -- runtime",
    body,
    data: { clients: CLIENTS, results },
  });
}

async function measure(name: string, query: string, seconds: number): Promise<Result> {
  const folder = mkdtempSync(join(existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir(), "docenda-runtime-"));
  const port = await freePort(0);
  writeConfig(folder, port);
  const child = spawn(join(ROOT, "node_modules/.bin/workerd"), ["serve", join(folder, "config.capnp")], {
    stdio: "inherit",
    // A process group of its own, in which the binary is found behind its launcher.
    detached: true,
  });
  const pids = () => workerdsOf(child.pid!).map(({ pid }) => pid);
  const url = `http://127.0.0.1:${port}`;
  try {
    await healthOf(url);
    const memory = watchMemory(pids);
    const before = memory.now();
    const watch = watchHealth(url);
    const outcomes = await runClients({
      url,
      clients: CLIENTS,
      seconds,
      timeoutMs: TIMEOUT_MS,
      next: () => ({ kind: "keep", path: `/?${query}`, headers: {}, body: "" }),
    });
    const longestHealthMs = await watch.stop();
    const atEnd = openFiles(pids());
    await sleep(CLOSED_AFTER_MS);
    return {
      name,
      answers: outcomes.filter(({ status }) => status !== null).length,
      failed: outcomes.filter(({ status }) => status === null).length,
      longestMs: Math.max(...outcomes.map(({ tookMs }) => tookMs)),
      longestHealthMs,
      memoryMb: { before, afterAll: memory.now(), peak: memory.stop() },
      files: { atEnd, afterAll: openFiles(pids()) },
    };
  } finally {
    process.kill(-child.pid!, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeConfig(folder: string, port: number): void {
  mkdirSync(join(folder, "objects"));
  copyFileSync(join(ROOT, "evals/runtime/worker.js"), join(folder, "worker.js"));
  writeFileSync(
    join(folder, "config.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "worker", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "2026-09-01",
      durableObjectNamespaces = [(className = "Keeper", uniqueKey = "keeper", enableSql = true)],
      durableObjectStorage = (localDisk = "objects"),
      bindings = [(name = "KEEPER", durableObjectNamespace = "Keeper")])),
    (name = "objects", disk = (path = "${join(folder, "objects")}", writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "worker")]
);
`,
  );
}

/** @throws Error when the server does not answer within five seconds. */
async function healthOf(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(`${url}/health`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return;
    await sleep(50);
  }
  throw new Error("workerd does not answer");
}

/** Asks the route that does nothing; `stop` waits for the last answers and gives the longest wait in milliseconds. */
function watchHealth(url: string) {
  let longestMs = 0;
  const asked = new Set<Promise<string | null>>();
  const timer = setInterval(() => {
    const askedAt = performance.now();
    const one = fetch(`${url}/health`)
      .then((answer) => answer.text())
      .catch(() => null)
      .finally(() => {
        longestMs = Math.max(longestMs, Math.round(performance.now() - askedAt));
        asked.delete(one);
      });
    asked.add(one);
  }, ASK_HEALTH_EVERY_MS);
  return {
    stop: async (): Promise<number> => {
      clearInterval(timer);
      await Promise.all(asked);
      return longestMs;
    },
  };
}

function openFiles(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + readdirSync(`/proc/${pid}/fd`).length, 0);
}
