import { existsSync, readFileSync, readdirSync, readlinkSync } from "node:fs";

const BYTES_PER_MB = 1_000_000;
/** State of a socket in /proc/net/tcp (TCP_LISTEN). */
const LISTENING = "0A";

/** The largest resident memory that a process ever had, in megabytes (10^6 bytes), by /proc; null for a process that is gone. */
export function peakResidentMb(pid: number): number | null {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? null : (Number(kilobytes) * 1024) / BYTES_PER_MB;
  } catch {
    return null;
  }
}

/** The process of this machine that listens on a TCP port of the loopback device; null when none is found. */
export function processListeningOn(port: number): number | null {
  const hexPort = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const inodes = new Set(
    ["/proc/net/tcp", "/proc/net/tcp6"]
      .filter((file) => existsSync(file))
      .flatMap((file) => readFileSync(file, "utf8").split("\n").slice(1))
      .map((line) => line.trim().split(/\s+/u))
      .filter((fields) => fields[1]?.endsWith(hexPort) && fields[3] === LISTENING)
      .map((fields) => `socket:[${fields[9]}]`),
  );
  const pids = readdirSync("/proc").filter((name) => /^\d+$/u.test(name));
  return Number(pids.find((pid) => filesOf(pid).some((file) => inodes.has(file)))) || null;
}

/** Open files of a process; none for a process that is gone or another user's. */
function filesOf(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
  } catch {
    return [];
  }
}

function linkOf(path: string): string[] {
  try {
    return [readlinkSync(path)];
  } catch {
    return [];
  }
}
