import { readdirSync, readlinkSync } from "node:fs";
import { watchMemory } from "./memory.ts";

const SAMPLE_EVERY_MS = 5_000;
const ASK_EVERY_MS = 1_000;
/** Database file of a session's object, which workerd has open while it holds the object. */
const SESSION_FILE = /McpSession\/[^/]+\.sqlite$/;

/** State of the server over five seconds. */
export type Sample = {
  memoryMb: number;
  /** Objects of sessions that workerd holds. */
  sessions: number;
  /** Longest wait for `GET /api/health`, which does no work, among the answers of these seconds; 0 where none came. */
  healthMs: number;
};

/** Samples the memory of workerd, the objects that it holds, and how long a route waits that does no work. */
export function watchServer(url: string, pids: () => number[]) {
  const memory = watchMemory(pids);
  const samples: Sample[] = [];
  let healthMs = 0;
  const waiting = new Set<Promise<string>>();
  const ask = () => {
    const askedAt = performance.now();
    const asked = fetch(`${url}/api/health`)
      .then((answer) => answer.text())
      .catch(() => "")
      .finally(() => {
        healthMs = Math.max(healthMs, Math.round(performance.now() - askedAt));
        waiting.delete(asked);
      });
    waiting.add(asked);
  };
  const sample = () => {
    samples.push({ memoryMb: memory.now(), sessions: openSessions(pids()), healthMs });
    healthMs = 0;
  };
  const timers = [setInterval(ask, ASK_EVERY_MS), setInterval(sample, SAMPLE_EVERY_MS)];
  return {
    /** Ends the watch; the samples, a last one too when no answer is waited for any more. */
    stop: async (): Promise<Sample[]> => {
      timers.forEach((timer) => clearInterval(timer));
      await Promise.all(waiting);
      sample();
      memory.stop();
      return samples;
    },
  };
}

function openSessions(pids: number[]): number {
  return pids.flatMap((pid) => readdirSync(`/proc/${pid}/fd`).filter((fd) => isSession(pid, fd))).length;
}

function isSession(pid: number, fd: string): boolean {
  try {
    return SESSION_FILE.test(readlinkSync(`/proc/${pid}/fd/${fd}`));
  } catch {
    return false;
  }
}
