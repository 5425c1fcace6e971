import type { ClientRule, Seen, ToolResult } from "./client-rule.ts";
import { textsOf } from "./client-rule.ts";
import { CLIENTS } from "./clients.ts";
import { charactersHeld } from "./same-passages.ts";

/**
 * The client that passes on the least of a result, and the text that its model gets. The measure is the characters of the
 * result's lines, in its texts and in the strings of its JSON. Of equal clients the first.
 */
export function worstSeen(result: ToolResult): { client: ClientRule; seen: Seen } {
  const all = CLIENTS.map((client) => ({ client, seen: client.seenByModel(result) }));
  const [first] = all;
  if (!first) throw new Error("no client is known");
  if (all.every(({ seen }) => seen.passedOn === first.seen.passedOn)) return first;
  const said = [...textsOf(result), ...stringsOf(result.structuredContent)];
  const held = all.map(({ seen }) => charactersHeld(seen.passedOn, said));
  return all[held.indexOf(Math.min(...held))] ?? first;
}

/** Names of the clients that put some of a result into a file. */
export function clientsWithFile(result: ToolResult): string[] {
  return CLIENTS.filter(({ seenByModel }) => seenByModel(result).isInFile).map(({ name }) => name);
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}
