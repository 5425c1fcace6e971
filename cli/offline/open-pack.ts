import { CliError } from "../cli-error.ts";
import { EXIT } from "../exit-codes.ts";
import { useDataFiles } from "./pack-data.ts";
import type { OfflineAnswer } from "./search-pack.ts";

/** A pack that answers the calls of tools. */
export type OpenPack = {
  /** The tools as the server described them. */
  tools: unknown[];
  /** The server's description of itself for agents. */
  instructions: string;
  /** Calls a tool. Throws CliError when the arguments are wrong, or ask for a source or page that the pack doesn't have. */
  callTool(name: string, args: Record<string, unknown>): Promise<OfflineAnswer>;
};

/** Opens a file of `docenda pack`. Throws CliError for any other file, and on a Node without SQLite. */
export async function openPack(path: string): Promise<OpenPack> {
  await needSqlite();
  const { PackFileStore } = await import("./pack-file.ts");
  const pack = PackFileStore.open(path);
  useDataFiles((name) => pack.readFile(name));
  const { askable, callPack } = await import("./search-pack.ts");
  const asked = askable(pack);
  const { tools, instructions } = pack.offer;
  return { tools, instructions, callTool: (name, args) => callPack(asked, name, args) };
}

/** Checks that Node has SQLite. Throws CliError otherwise. */
export async function needSqlite(): Promise<void> {
  await import("node:sqlite").catch((cause: unknown) => {
    throw new CliError(
      EXIT.usage,
      "unimplemented",
      "Packs need Node 22.13 or later. Install a newer Node, or ask the server without --offline.",
      { cause },
    );
  });
}
