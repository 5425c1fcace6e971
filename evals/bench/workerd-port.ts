import { readFileSync, readdirSync, readlinkSync } from "node:fs";

/** State of a listening socket in /proc/net/tcp (Linux, net/tcp_states.h). */
const LISTEN = "0A";

/**
 * The address of workerd itself: of the first of these processes' listening sockets that serves the product. The local server
 * has a proxy in Node before workerd, which fails requests under load that workerd would answer. @throws Error where there is
 * none, or no /proc.
 */
export async function findWorkerd(pids: number[]): Promise<string> {
  for (const port of pids.flatMap(listeningPorts)) {
    const url = `http://127.0.0.1:${port}`;
    const health = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    if (health?.ok && (await health.text()).includes('"ok"')) return url;
  }
  throw new Error("workerd listens nowhere that can be found");
}

function listeningPorts(pid: number): number[] {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => /^socket:\[(\d+)\]$/.exec(linkOf(pid, fd))?.[1] ?? []),
  );
  return readFileSync(`/proc/${pid}/net/tcp`, "utf8")
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === LISTEN && inodes.has(inode ?? ""))
    .map(([, local = ""]) => Number.parseInt(local.slice(local.indexOf(":") + 1), 16));
}

function linkOf(pid: number, fd: string): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`);
  } catch {
    return "";
  }
}
