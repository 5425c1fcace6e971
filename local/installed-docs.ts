import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serveTrees } from "./docs-server.ts";
import type { DocsServer, DocsTree } from "./docs-server.ts";
import { ROOT } from "./root.ts";

export type InstalledDocs = {
  /** The package, and the name of the source. */
  name: string;
  version: string;
  /** Of package.json, which may have none. */
  description?: string;
  /** Path on the docs server. */
  mount: string;
  tree: DocsTree;
};

/**
 * Packages whose documentation is worth a search of its own. The first come first in the index. Most are dependencies of
 * ours, some are dependencies of those; one that is not installed is left out.
 */
const PACKAGES = [
  "agents",
  "zod",
  "hono",
  "drizzle-orm",
  "@modelcontextprotocol/sdk",
  "undici",
  "fast-check",
  "htmlparser2",
  "yaml",
  "ws",
  "ajv",
  "qs",
  "semver",
  "picomatch",
  "magic-string",
  "smol-toml",
  "gpt-tokenizer",
  "capnweb",
  "miniflare",
  "tinybench",
  "expect-type",
  "postal-mime",
  "zod-to-json-schema",
  "@vitejs/plugin-react",
  "entities",
];

/** READMEs at the top and everything under `docs/`; changelogs and licences answer no question. */
const DOCUMENTATION = /^(?:readme\.mdx?|docs\/.*\.mdx?)$/i;

/** The documentation in Markdown that the installed packages bring along, as trees for `serveTrees`. */
export function listInstalledDocs(): InstalledDocs[] {
  return PACKAGES.flatMap((name) => {
    const folder = join(ROOT, "node_modules", name);
    if (!existsSync(join(folder, "package.json"))) return [];
    const hasDocs = readdirSync(folder).some((file) => file === "docs" || isDocumentation(file));
    if (!hasDocs) return [];
    const { version, description } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const mount = `/${name}/`;
    return [
      {
        name,
        version: String(version),
        description: description || undefined,
        mount,
        tree: { root: folder, mount, include: isDocumentation, asMarkdownSite: true },
      },
    ];
  });
}

/**
 * The documentation on this disk as a site. It keeps the port of the first start, whatever PORT is now, because a source
 * is known by its address. Undefined when another program has that port: what is indexed is searchable without it.
 */
export async function serveInstalledDocs(
  docs: InstalledDocs[],
  firstPort: number,
  stateDir: string,
): Promise<DocsServer | undefined> {
  const file = join(stateDir, "docs-port");
  const isFirst = !existsSync(file);
  const port = isFirst ? firstPort : Number(readFileSync(file, "utf8"));
  const trees = docs.map(({ tree }) => tree);
  try {
    const server = await serveTrees(trees, port);
    mkdirSync(stateDir, { recursive: true });
    writeFileSync(file, String(port));
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    const taken = `Port ${port}, for the documentation of the installed packages, is taken.`;
    if (isFirst)
      throw new Error(`${taken} Choose another pair: PORT=${port + 1} npm start`, { cause: error });
    console.log(`${taken} What is indexed already stays searchable.`);
    return undefined;
  }
}

function isDocumentation(path: string): boolean {
  return DOCUMENTATION.test(path);
}
