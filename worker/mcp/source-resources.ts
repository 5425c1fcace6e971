import { ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";
import type { McpServer } from "@modelcontextprotocol/server";
import { oneLine } from "#worker/content/one-line.ts";
import { listSources } from "#worker/sources/list-sources.ts";
import type { SourceSummary } from "#worker/sources/list-sources.ts";
import type { McpCall } from "./call.ts";
import { completeSources } from "./complete-names.ts";

const TYPE = "text/markdown";
const MAX_LISTED = 200;

/**
 * The caller's own sources as resources, so that a person can put one into a conversation: its name, its size and how to search it. Public
 * sources can be read by name and are not listed, as they are hundreds. A resource has no text of pages.
 */
export function offerSources(server: McpServer, call: McpCall): void {
  const template = new ResourceTemplate("docenda://sources/{name}", {
    list: async () => {
      const own = (await listSources(call.ctx)).filter(({ isPublic }) => !isPublic).slice(0, MAX_LISTED);
      const byName = new Map(own.map((source) => [source.name, source]));
      return {
        resources: [...byName].map(([name, { totalPages }]) => ({
          uri: `docenda://sources/${encodeURIComponent(name)}`,
          name: oneLine(name),
          description: `${totalPages.toLocaleString("en-US")} pages`,
          mimeType: TYPE,
        })),
      };
    },
    complete: { name: (typed) => completeSources(call, typed) },
  });
  const about = { title: "Source", description: "What a source holds and how to search it", mimeType: TYPE };
  server.registerResource("source", template, about, async (uri, { name }) => {
    const wanted = decoded(String(name)).toLowerCase();
    const found = (await listSources(call.ctx)).filter((source) => source.name.toLowerCase() === wanted);
    if (found.length === 0) throw new ResourceNotFoundError(uri.href, "You have no source of this name.");
    return { contents: [{ uri: uri.href, mimeType: TYPE, text: describe(found) }] };
  });
}

/** A name from an address, decoded; a name that can't be decoded stays as it is, and no source has it. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Describes all versions of one name. */
function describe(sources: SourceSummary[]): string {
  const name = oneLine(sources[0]!.name);
  return [
    `# ${name}`,
    "",
    ...sources.map(({ version, totalPages, url, isPublic, lastIndexedAt }) => {
      const when =
        lastIndexedAt === null ? "not indexed yet" : `indexed ${lastIndexedAt.toISOString().slice(0, 10)}`;
      const which = version === null ? "" : `Version ${oneLine(version)}: `;
      return `- ${which}${totalPages.toLocaleString("en-US")} pages from ${oneLine(url)}, ${isPublic ? "public" : "private"}, ${when}`;
    }),
    "",
    `Search it with \`docenda_search_documentation\` and \`sources: [${JSON.stringify(name)}]\`.`,
    "",
  ].join("\n");
}
