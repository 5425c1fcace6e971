import type { LockfileName, Pin } from "./queries.ts";

/** All lockfiles that are read; the type makes this list complete. */
const LOCKFILES: Record<LockfileName, true> = {
  "package-lock.json": true,
  "pnpm-lock.yaml": true,
  "uv.lock": true,
  "Cargo.lock": true,
  "go.mod": true,
};

export const LOCKFILE_NAMES = Object.keys(LOCKFILES) as LockfileName[];

const ECOSYSTEMS: Record<Pin["ecosystem"], string> = {
  npm: "npm",
  pypi: "PyPI",
  cargo: "Cargo",
  go: "Go",
};

/** Largest lockfile in bytes: the server takes no more than 8 MiB with the JSON around it. */
const MAX_LOCKFILE_BYTES = 8 * 1024 * 1024 - 64 * 1024;

/** The reason why a file cannot be sent, with what to do; null when it can. */
export function lockfileProblem({ name, size }: { name: string; size: number }): string | null {
  if (!isLockfileName(name)) return `${name} is not read. Choose one of ${LOCKFILE_NAMES.join(", ")}.`;
  if (size > MAX_LOCKFILE_BYTES) return `${name} is larger than 8 MiB, which is more than we read.`;
  return null;
}

export function isLockfileName(name: string): name is LockfileName {
  return Object.hasOwn(LOCKFILES, name);
}

/** Pins by ecosystem in words: `1,190 of npm and 14 of PyPI`. */
export function countPins(pins: readonly Pin[]): string {
  const counts = new Map<string, number>();
  for (const { ecosystem } of pins) {
    const name = ECOSYSTEMS[ecosystem];
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const parts = [...counts].map(([name, count]) => `${count.toLocaleString("en-US")} of ${name}`);
  return new Intl.ListFormat("en-US").format(parts);
}
