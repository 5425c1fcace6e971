import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { MAX_PACK_SOURCES, PACK_FILES } from "#schema/api/packs.ts";
import type { PackPart } from "#schema/api/packs.ts";
import { CliError } from "../cli-error.ts";
import { printJson } from "../command.ts";
import type { Command, Outside } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { needSqlite } from "../offline/open-pack.ts";
import { useDataFiles } from "../offline/pack-data.ts";
import type { IndexBuilder } from "../offline/packed-index.ts";
import type { PackFileStore } from "../offline/pack-file.ts";
import { askMcp } from "../server/ask-mcp.ts";
import { askServer, refusalOf } from "../server/ask-server.ts";
import { readSettingsToAct } from "../settings.ts";
import type { Settings } from "../settings.ts";

const MIB = 1024 * 1024;
/** Time limit for one part of a pack, which has some megabytes. */
const PART_TIMEOUT_MS = 120_000;

export const packCommand: Command = {
  name: "pack",
  summary: "Write sources into a file that can be searched without a network",
  args: ["[SOURCE...]"],
  options: {
    out: { type: "string", short: "o", value: "FILE", help: "File to write (default: docenda.db)" },
    force: { type: "boolean", help: "Replace FILE if it is there" },
  },
  notes:
    `SOURCE is a name, such as react, or a name and a version, such as react@18.2.0. Up to ${MAX_PACK_SOURCES} sources.\n` +
    "Search the file with `docenda search --offline FILE`, or serve it to an agent with `docenda mcp --offline FILE`.\n" +
    "Costs no credits. Needs Node 22.13 or later.",
  async run(given) {
    const { outside, positionals } = given;
    const settings = readSettingsToAct(outside.env);
    const file = given.text("out") ?? "docenda.db";
    if (positionals.length === 0 || positionals.length > MAX_PACK_SOURCES)
      throw usage(`Name 1 to ${MAX_PACK_SOURCES} sources. List yours with \`docenda sources\`.`);
    if (existsSync(file) && !given.isOn("force"))
      throw usage(`${file} is already there. Add --force to replace it, or name another with --out.`);
    await needSqlite();
    const unfinished = `${file}.part`;
    rmSync(unfinished, { force: true });
    try {
      const sources = await writePack(settings, unfinished, positionals, outside);
      renameSync(unfinished, file);
      const sizeBytes = statSync(file).size;
      if (given.isOn("json")) printJson(outside, { file, sizeBytes, sources });
      else outside.output.write(`${file}: ${sources.length} sources, ${(sizeBytes / MIB).toFixed(1)} MB\n`);
    } finally {
      rmSync(unfinished, { force: true });
    }
    return EXIT.done;
  },
};

async function writePack(settings: Settings, path: string, wanted: string[], outside: Outside) {
  const files = new Map<string, ArrayBuffer>();
  for (const name of PACK_FILES) {
    const response = await askFor(settings, `/api/v1/packs/files/${name}`, outside.signal);
    files.set(name, await response.arrayBuffer());
  }
  useDataFiles((name) => files.get(name)!);
  const { PackFileStore } = await import("../offline/pack-file.ts");
  const { ANALYSIS_VERSION, IndexBuilder: Builder } = await import("../offline/packed-index.ts");
  const pack = PackFileStore.create(path, ANALYSIS_VERSION);
  try {
    for (const name of PACK_FILES) pack.putFile(name, new Uint8Array(files.get(name)!));
    for (const one of wanted) await packSource(settings, pack, one, { IndexBuilder: Builder, outside });
    const sources = pack.listSources();
    const { tools } = (await askMcp(settings, "tools/list", {})) as { tools: Tool[] };
    const { instructions } = (await askMcp(settings, "server/discover", {})) as { instructions: string };
    const names = [...new Set(sources.map(({ name }) => name))];
    pack.offer = { tools: tools.map((tool) => asOffered(tool, names)), instructions };
    return sources;
  } finally {
    pack.close();
  }
}

type Tool = { description: string; outputSchema?: unknown };

/** A tool as the server describes it, without typed results, and with the pack's sources in the place of the account's. */
function asOffered({ outputSchema: _typed, description, ...tool }: Tool, names: string[]): unknown {
  return { ...tool, description: description.replace(/ Sources: [^]*$/, ` Sources: ${names.join(", ")}.`) };
}

type Building = { IndexBuilder: typeof IndexBuilder; outside: Outside };

async function packSource(
  settings: Settings,
  pack: PackFileStore,
  wanted: string,
  { IndexBuilder: Builder, outside }: Building,
): Promise<void> {
  // A name of npm begins with an @.
  const at = wanted.lastIndexOf("@");
  const [name, version] = at > 0 ? [wanted.slice(0, at), wanted.slice(at + 1)] : [wanted, undefined];
  let part = await askForPart(settings, { source: name, ...(version && { version }) }, outside.signal);
  const { source } = part;
  const builder = new Builder(pack.indexPath(source.id));
  let pages = 0;
  for (;;) {
    builder.addPages(part.pages);
    pages += part.pages.length;
    if (part.next === null) break;
    part = await askForPart(settings, { source: source.id, after: String(part.next) }, outside.signal);
  }
  builder.close();
  pack.putSource({ ...source, totalPages: pages });
  const label = [source.name, source.version].filter((word) => word !== null).join(" ");
  outside.errors.write(`${label}: ${pages.toLocaleString("en-US")} pages\n`);
}

async function askForPart(
  settings: Settings,
  question: Record<string, string>,
  signal: AbortSignal,
): Promise<PackPart> {
  const path = `/api/v1/packs/pages?${new URLSearchParams(question).toString()}`;
  const response = await askFor(settings, path, signal);
  return (await response.json()) as PackPart;
}

/** A successful answer. Waits where the server says that requests come too fast; throws CliError for every other refusal. */
async function askFor(settings: Settings, path: string, signal: AbortSignal): Promise<Response> {
  for (;;) {
    const response = await askServer(settings, path, { signal, timeoutMs: PART_TIMEOUT_MS });
    if (response.ok) return response;
    const waitSeconds = Number(response.headers.get("retry-after"));
    const body: unknown = await response.json().catch(() => undefined);
    if (response.status !== 429 || !(waitSeconds > 0)) throw refusalOf(settings, response.status, body);
    await sleep(waitSeconds * 1000, undefined, { signal }).catch((cause: unknown) => {
      throw new CliError(EXIT.interrupted, "cancelled", "Cancelled.", { cause });
    });
  }
}

function usage(message: string): CliError {
  return new CliError(EXIT.usage, "invalid-argument", message);
}
