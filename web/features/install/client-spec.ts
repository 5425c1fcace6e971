import type { Install, Os } from "./install.ts";
import type { Config, ConfigLanguage } from "./render-config.ts";

export const CLIENT_KINDS = ["editor", "terminal", "desktop", "web", "any"] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];

/** How one client is told about the server. Each has at least one of `link`, `command`, `file` and `steps`. */
export type ClientSpec = {
  /** In addresses: `/mcp?client=<id>`. */
  id: string;
  name: string;
  kind: ClientKind;
  /** Opens the client with everything filled in. Null when it would need a key and there is none. */
  link?: (install: Install) => string | null;
  /** A line for a terminal, or two of them; on Windows for PowerShell. */
  command?: (install: Install, os: Os) => string;
  file?: ConfigFile;
  /** What to do by hand, one sentence each. Holds no key: it stands in `file`, `command` or `url`. */
  steps?: string[];
  /** What to paste where the client asks for an address and for nothing else. */
  url?: (install: Install) => string;
  /** Where people stumble. */
  trap?: string;
  /** How to see that the client has connected. */
  verify: string;
  docsUrl: string;
  /** ISO date on which the format was last compared with `source`. */
  checkedOn: string;
  source: string;
};

export type ConfigFile = {
  /** Where the file is, for each system; null when the text goes into a dialog (then `steps` says which). */
  paths: Record<Os, string> | null;
  /** The file of one project, relative to it. */
  projectPath?: string;
  language: ConfigLanguage;
  config: (install: Install, os: Os) => Config;
};

/** The paths of a file in the home folder. `windows` is given where it is elsewhere there. */
export function inHome(path: string, elsewhere: Partial<Record<Os, string>> = {}): Record<Os, string> {
  const windows = `%USERPROFILE%\\${path.replaceAll("/", "\\")}`;
  return { mac: `~/${path}`, linux: `~/${path}`, windows, ...elsewhere };
}

/** The paths of a file in the folder for data of applications. */
export function inAppData(path: string): Record<Os, string> {
  return {
    mac: `~/Library/Application Support/${path}`,
    linux: `~/.config/${path}`,
    windows: `%APPDATA%\\${path.replaceAll("/", "\\")}`,
  };
}
