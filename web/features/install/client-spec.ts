import type { Install, Os } from "./install.ts";
import type { Config, ConfigLanguage } from "./render-config.ts";

export const CLIENT_KINDS = ["editor", "terminal", "desktop", "web", "any"] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];

/** The ways to tell one client about the server. Each client has at least one of `link`, `command`, `file` and `steps`. */
export type ClientSpec = {
  /** The client's id in addresses: `/mcp?client=<id>`. */
  id: string;
  name: string;
  kind: ClientKind;
  /** A link that opens the client with everything filled in. Null when the link would need a key and there is none. */
  link?: (install: Install) => string | null;
  /** A line for a terminal, or two of them; on Windows for PowerShell. */
  command?: (install: Install, os: Os) => string;
  file?: ConfigFile;
  /** Steps to do by hand, one sentence each. The key is in no step: it stands in `file`, `command` or `url`. */
  steps?: string[];
  /** The text to paste where the client asks for an address and for nothing else. */
  url?: (install: Install) => string;
  /** A common mistake with this client. */
  trap?: string;
  /** The way to see that the client has connected. */
  verify: string;
  docsUrl: string;
  /** ISO date on which the format was last compared with `source`. */
  checkedOn: string;
  source: string;
};

export type ConfigFile = {
  /** The path of the file on each system; null when the text goes into a dialog (then `steps` says which). */
  paths: Record<Os, string> | null;
  /** The path of the file for one project, relative to the project. */
  projectPath?: string;
  language: ConfigLanguage;
  config: (install: Install, os: Os) => Config;
};

/** The paths of a file in the home folder. `elsewhere` has the systems on which the file is elsewhere. */
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
