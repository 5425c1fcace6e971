import { tokensOf } from "../ask.ts";
import { bytesOf } from "./client-rule.ts";
import type { ClientRule } from "./client-rule.ts";

/** The listing of a server before a tool is called, and the name of its entry in the client's configuration. */
export type Listing = {
  server: string;
  instructions: string;
  tools: readonly { name: string; description?: string | undefined; inputSchema: unknown }[];
};

/** The parts of a listing that a client would cut or leave out, and names of the instructions that no tool explains, one line each. */
export function listingProblems({ name, listing: limits }: ClientRule, listing: Listing): string[] {
  const problems: string[] = [];
  const hold = (what: string, size: number, limit: number | null) => {
    if (limit !== null && size > limit) problems.push(`${name}: ${what} has ${size}, limit ${limit}`);
  };
  hold("the instructions", bytesOf(listing.instructions), limits.maxInstructionsBytes);
  let allTokens = 0;
  for (const tool of listing.tools) {
    const description = tool.description ?? "";
    const schema = JSON.stringify(tool.inputSchema);
    const tokens = tokensOf(tool.name + description + schema);
    allTokens += tokens;
    const called = limits.callName(listing.server, tool.name);
    hold(`the name ${called}`, called.length, limits.maxCallNameCharacters);
    hold(`the description of ${tool.name}`, description.length, limits.maxDescriptionCharacters);
    hold(`the schema of ${tool.name}`, bytesOf(schema), limits.maxSchemaBytes);
    hold(`${tool.name} in tokens`, tokens, limits.maxToolTokens);
  }
  hold("all tools in tokens", allTokens, limits.maxAllToolsTokens);
  // Some clients don't show instructions to their model.
  for (const [, word = ""] of listing.instructions.matchAll(/`([^`]+)`/g))
    if (!listing.tools.some((tool) => explains(tool, word)))
      problems.push(`${name}: no tool explains \`${word}\` of the instructions`);
  return problems;
}

/** Whether a tool has this name, or an argument of this name that it describes. */
function explains({ name, inputSchema }: Listing["tools"][number], word: string): boolean {
  const { properties = {} } = inputSchema as { properties?: Record<string, { description?: string }> };
  return name === word || Boolean(properties[word]?.description);
}
