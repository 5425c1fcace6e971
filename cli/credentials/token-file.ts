import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

type Env = Readonly<Record<string, string | undefined>>;

/** The result of a login at one server. */
export type Tokens = {
  clientId: string;
  accessToken: string;
  refreshToken: string | null;
  /** Time of expiry, in milliseconds since 1970. */
  expiresAt: number;
};
type TokenFile = { lastOrigin: string | null; servers: Record<string, Tokens> };

/** The folder for settings of this user; `DOCENDA_CONFIG_DIR` puts it elsewhere. */
export function configDir(env: Env): string {
  if (env.DOCENDA_CONFIG_DIR) return env.DOCENDA_CONFIG_DIR;
  if (process.platform === "win32" && env.APPDATA) return join(env.APPDATA, "docenda");
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config"), "docenda");
}

export function tokenFilePath(env: Env): string {
  return join(configDir(env), "credentials.json");
}

export function findTokens(env: Env, origin: string): Tokens | null {
  return read(env).servers[origin] ?? null;
}

/** The server of the last login, or null. */
export function lastOrigin(env: Env): string | null {
  return read(env).lastOrigin;
}

/** Keeps the tokens in a file that only their owner can read, and remembers the server. */
export function saveTokens(env: Env, origin: string, tokens: Tokens): void {
  const file = read(env);
  write(env, { lastOrigin: origin, servers: { ...file.servers, [origin]: tokens } });
}

/** Forgets the tokens of a server; does nothing the second time. */
export function removeTokens(env: Env, origin: string): void {
  const { [origin]: _removed, ...servers } = read(env).servers;
  const rest = Object.keys(servers);
  if (rest.length === 0) return rmSync(tokenFilePath(env), { force: true });
  write(env, { lastOrigin: rest.at(-1) ?? null, servers });
}

/** The token file; a missing or broken one holds nothing, and a login writes a new one. */
function read(env: Env): TokenFile {
  const empty: TokenFile = { lastOrigin: null, servers: {} };
  try {
    const file = JSON.parse(readFileSync(tokenFilePath(env), "utf8")) as Partial<TokenFile> | null;
    return { ...empty, ...file };
  } catch {
    return empty;
  }
}

/** Writes the token file beside its place and moves it there, so that a reader never sees half of it. */
function write(env: Env, file: TokenFile): void {
  mkdirSync(configDir(env), { recursive: true, mode: 0o700 });
  const path = tokenFilePath(env);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}
