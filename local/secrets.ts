import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type LocalSecrets = { API_KEY_PEPPER: string; LOCAL_TOKEN: string };

/**
 * The secrets of the copy that keeps its data in `stateDir`: made once, then the same at every start, because API keys
 * are looked up under the pepper. Readable by their owner alone.
 */
export function localSecrets(stateDir: string): LocalSecrets {
  const file = join(stateDir, "secrets.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const secrets = { API_KEY_PEPPER: randomSecret(), LOCAL_TOKEN: randomSecret() };
  mkdirSync(stateDir, { recursive: true });
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}

function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}
