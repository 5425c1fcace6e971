import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type LocalSecrets = {
  API_KEY_PEPPER: string;
  AUTH_SECRET: string;
  SEAL_KEYS: string;
  LOCAL_TOKEN: string;
};

/**
 * The secrets of the copy that keeps its data in `stateDir`: made once, then the same at every start, because API keys
 * are looked up under the pepper and sealed under the keys. Readable by their owner alone.
 */
export function localSecrets(stateDir: string): LocalSecrets {
  const file = join(stateDir, "secrets.json");
  const kept: Partial<LocalSecrets> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  // A copy that an older version made has fewer.
  const secrets = {
    API_KEY_PEPPER: randomSecret(),
    AUTH_SECRET: randomSecret(),
    SEAL_KEYS: `1:${randomSecret()}`,
    LOCAL_TOKEN: randomSecret(),
    ...kept,
  };
  mkdirSync(stateDir, { recursive: true });
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}

function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}
