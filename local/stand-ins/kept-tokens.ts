import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export type KeptTokens = {
  /** Logins by token. */
  all(): Map<string, string>;
  keep(token: string, login: string): void;
  forget(token: string): void;
};

/** Tokens that stay good from one start to the next, as GitHub's do; in memory alone without a file. */
export function keptTokens(file: string | undefined): KeptTokens {
  const tokens = new Map<string, string>(
    file !== undefined && existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, "utf8"))) : [],
  );
  const write = () => {
    if (file === undefined) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(tokens), null, 2)}\n`, { mode: 0o600 });
  };
  return {
    all: () => tokens,
    keep: (token, login) => {
      tokens.set(token, login);
      write();
    },
    forget: (token) => {
      tokens.delete(token);
      write();
    },
  };
}
