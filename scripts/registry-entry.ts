import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE } from "#cli/build.ts";
import { serverCard } from "#worker/discovery/server-card.ts";

/** The version of the MCP registry's schema that the entry follows. */
export const SCHEMA_URL = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

type Manifest = { name: string; version: string; mcpName?: string };

/**
 * The entry of a server in the MCP registry: its address, and the npm package for agents that start programs. The entry's name
 * is the host's, turned around, because the registry asks a publisher to prove that the domain is theirs. The npm package must
 * carry that name as `mcpName`.
 */
export function registryEntry(origin: string, { name, version }: Manifest) {
  const card = serverCard(origin, version);
  return {
    $schema: SCHEMA_URL,
    name: card.name,
    title: card.title,
    description: card.description,
    version,
    websiteUrl: card.websiteUrl,
    icons: card.icons.map(({ src, mimeType, theme }) => ({ src, mimeType, sizes: ["any"], theme })),
    packages: [
      {
        registryType: "npm",
        identifier: name,
        version,
        runtimeHint: "npx",
        transport: { type: "stdio" },
        packageArguments: [{ type: "positional", value: "mcp" }],
        environmentVariables: [
          { name: "DOCENDA_URL", description: "Address of the server", default: origin, isRequired: false },
          {
            name: "DOCENDA_API_KEY",
            description: `API key, created at ${origin}/keys`,
            isRequired: true,
            isSecret: true,
          },
        ],
      },
    ],
    remotes: card.remotes,
  };
}

/** Writes server.json beside the package's manifest, and the entry's name into the manifest. */
function writeRegistryEntry(origin: string): void {
  const manifestPath = join(PACKAGE, "package.json");
  const manifest = JSON.parse(readFileSync(manifestPath, "utf8")) as Manifest;
  const entry = registryEntry(origin, manifest);
  writeFileSync(join(PACKAGE, "server.json"), `${JSON.stringify(entry, null, 2)}\n`);
  writeFileSync(manifestPath, `${JSON.stringify({ ...manifest, mcpName: entry.name }, null, 2)}\n`);
}

if (import.meta.main) {
  const [typed = ""] = process.argv.slice(2);
  const url = URL.canParse(typed) ? new URL(typed) : null;
  if (url?.protocol !== "https:")
    throw new Error(
      "Name the server that is published: node scripts/registry-entry.ts https://docs.example.com",
    );
  writeRegistryEntry(url.origin);
}
