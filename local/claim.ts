import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listProcesses, workerdsOf } from "./processes.ts";

/** The server of a state folder: the process, leader of the group that its workerd is in, and its address. */
type Claim = { pid: number; url: string };

/** Processes that make a claim, as their command line shows them. */
const SERVING = /local\/(?:serve|dev)\.ts/;

/**
 * Makes sure that nobody serves this data: two servers would spoil it. Throws when another server does, and ends a workerd that outlived
 * its server and still holds the files.
 */
export function refuseSecondServer(stateDir: string): void {
  const file = claimFile(stateDir);
  if (!existsSync(file)) return;
  const { pid, url } = JSON.parse(readFileSync(file, "utf8")) as Claim;
  if (listProcesses().some((process) => process.pid === pid && SERVING.test(process.args)))
    throw new Error(`Docenda runs already on this data, at ${url} (process ${pid}). Stop that one first.`);
  for (const left of workerdsOf(pid)) process.kill(left.pid, "SIGKILL");
  rmSync(file);
}

export function claim(stateDir: string, claimed: Claim): void {
  writeFileSync(claimFile(stateDir), JSON.stringify(claimed));
}

export function release(stateDir: string): void {
  rmSync(claimFile(stateDir), { force: true });
}

function claimFile(stateDir: string): string {
  return join(stateDir, "server.json");
}
