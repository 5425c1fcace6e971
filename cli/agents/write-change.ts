import { chmodSync, existsSync, mkdirSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Change } from "./plan-changes.ts";

/** Mode of the file: only its owner may read it, since it holds a key. */
const PRIVATE_FILE = 0o600;

/** Puts the new text in the place of the old in one step; a link stays a link, and the file's permissions stay. */
export function writeChange({ agent, after }: Change): void {
  const isThere = existsSync(agent.path);
  const path = isThere ? realpathSync(agent.path) : agent.path;
  const mode = isThere ? statSync(path).mode & 0o777 : PRIVATE_FILE;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.docenda-${process.pid}`;
  writeFileSync(draft, after, { mode });
  chmodSync(draft, mode);
  renameSync(draft, path);
}
