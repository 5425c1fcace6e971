import { iconsAt } from "#worker/mcp/icons.ts";
import { PRODUCT } from "#schema/values.ts";

const SCHEMA = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";
const SLUG = PRODUCT.toLowerCase();
const DESCRIPTION = "Searches documentation and returns only the passages that a coding agent needs.";

export const SERVER_CARD_TYPE = "application/mcp-server-card+json";
export const AI_CATALOG_TYPE = "application/ai-catalog+json";
export const SERVER_CARD_PATH = "/.well-known/mcp/server-card.json";

/**
 * The MCP server as a client may know it before it connects (SEP-2127). Tools are not in the card: they are listed over the connection.
 */
export function serverCard(origin: string, version: string) {
  return {
    $schema: SCHEMA,
    name: `${reverseDns(new URL(origin).hostname)}/${SLUG}`,
    title: PRODUCT,
    description: DESCRIPTION,
    version,
    websiteUrl: `${origin}/mcp`,
    icons: iconsAt(origin),
    remotes: [
      {
        type: "streamable-http",
        url: `${origin}/mcp`,
        headers: [
          {
            name: "Authorization",
            description: `Bearer and an API key, made at ${origin}/keys. A client that does OAuth needs none.`,
            value: "Bearer {apiKey}",
            isRequired: false,
            isSecret: true,
            variables: { apiKey: { description: "API key", isRequired: true, isSecret: true } },
          },
        ],
      },
    ],
  };
}

/**
 * Things here that programs can use (AI Catalog 1.0): the MCP server by its card. The catalog has no type for a description of an HTTP
 * API; llms.txt names ours.
 */
export function aiCatalog(origin: string) {
  const { hostname } = new URL(origin);
  return {
    specVersion: "1.0",
    host: { displayName: PRODUCT, documentationUrl: `${origin}/docs` },
    entries: [
      {
        identifier: `urn:air:${hostname}:${SLUG}`,
        displayName: PRODUCT,
        description: DESCRIPTION,
        type: SERVER_CARD_TYPE,
        url: origin + SERVER_CARD_PATH,
        tags: ["documentation", "search", "mcp"],
        representativeQueries: [
          "How do I cancel a request with fetch in Node?",
          "Which option of Vite sets the base path?",
          "Read this page of documentation and give me the part about retries.",
        ],
      },
    ],
  };
}

/** A host name reversed: `com.example.docs` for `docs.example.com`. An address of numbers has no name to turn around. */
function reverseDns(hostname: string): string {
  return /^[\d.]+$|:/.test(hostname) ? "localhost" : hostname.split(".").toReversed().join(".");
}
