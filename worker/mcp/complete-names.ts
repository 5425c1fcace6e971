import { listVisibleSources } from "#worker/catalog/route.ts";
import { newestFirst } from "#worker/public-catalog/versions.ts";
import type { McpCall } from "./call.ts";

/** Most entries of a completion in MCP. */
const MAX_COMPLETIONS = 100;

/** Completions of source names: those that the caller can search and that go on from the last comma, each with the text before. */
export async function completeSources({ ctx }: McpCall, typed: string): Promise<string[]> {
  const before = typed.slice(0, typed.lastIndexOf(",") + 1);
  const begin = typed.slice(before.length).trim().toLowerCase();
  const names = (await listVisibleSources(ctx, "all")).map(({ name }) => name);
  return [...new Set(names)]
    .filter((name) => name.toLowerCase().startsWith(begin))
    .slice(0, MAX_COMPLETIONS)
    .map((name) => before + name);
}

/** Completions of versions: those that begin with the typed text, of the sources chosen before, else of all; the newest first. */
export async function completeVersions({ ctx }: McpCall, typed: string, sources: string): Promise<string[]> {
  const wanted = new Set(sources.split(",").map((name) => name.trim().toLowerCase()));
  const visible = await listVisibleSources(ctx, "all");
  const held = visible
    .filter(({ name }) => sources.trim() === "" || wanted.has(name.toLowerCase()))
    .flatMap(({ version }) => version ?? []);
  return [...new Set(held)]
    .filter((version) => version.startsWith(typed.trim()))
    .toSorted(newestFirst)
    .slice(0, MAX_COMPLETIONS);
}
