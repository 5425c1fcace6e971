import { readFileSync } from "node:fs";

const SAMPLE_EVERY_MS = 200;
const BYTES_PER_MB = 1_000_000;

export type MemoryWatch = {
  /** Memory at the latest sample, in megabytes. */
  now(): number;
  /** The largest sum of resident memory that was seen at one moment, in megabytes (10^6 bytes). */
  stop(): number;
};

/** Watches the resident memory of processes together; `pids` is asked each time, since a process may be replaced. */
export function watchMemory(pids: () => number[]): MemoryWatch {
  let peakMb = 0;
  let nowMb = 0;
  const look = () => {
    nowMb = pids().reduce((sum, pid) => sum + residentMb(pid), 0);
    peakMb = Math.max(peakMb, nowMb);
  };
  look();
  const timer = setInterval(look, SAMPLE_EVERY_MS);
  return {
    now: () => nowMb,
    stop: () => {
      clearInterval(timer);
      look();
      return peakMb;
    },
  };
}

/** Resident memory of a process now, by /proc; 0 for a process that is gone. */
function residentMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB/mu.exec(status)?.[1] ?? 0);
    return (kilobytes * 1024) / BYTES_PER_MB;
  } catch {
    return 0;
  }
}
