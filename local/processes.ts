import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";

type Process = { pid: number; group: number; args: string };

/** Every process of this machine: from `/proc` where there is one (a slim Linux has no `ps`), else by `ps`. */
export function listProcesses(): Process[] {
  return existsSync("/proc/self/stat") ? fromProc() : fromPs();
}

/** The workerd processes in the group of a leader. */
export function workerdsOf(leader: number): Process[] {
  return listProcesses().filter(
    ({ group, args }) => group === leader && /workerd/.test(args.split(" ", 1)[0] ?? ""),
  );
}

/** Kills the process group of a leader at once; nothing happens when the group is gone. */
export function killGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function fromProc(): Process[] {
  const processes: Process[] = [];
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      // "pid (name) state parent group ...", where the name may hold anything, parentheses too.
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const args = readFileSync(`/proc/${entry}/cmdline`, "utf8").replaceAll("\0", " ").trim();
      if (state !== "Z") processes.push({ pid: Number(entry), group: Number(group), args });
    } catch {
      // The process ended while we were reading.
    }
  }
  return processes;
}

function fromPs(): Process[] {
  const listing = execFileSync("ps", ["-A", "-o", "pid=,pgid=,args="], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  return listing
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid, group, args]) => ({ pid: Number(pid), group: Number(group), args: args ?? "" }));
}
