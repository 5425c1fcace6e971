import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { DocsTree } from "./docs-server.ts";
import { ROOT } from "./root.ts";

export type InstalledDocs = {
  /** Name of the package, and of the source. */
  name: string;
  version: string;
  /** Description in package.json, which may have none. */
  description?: string;
  /** Path on the docs server. */
  mount: string;
  tree: DocsTree;
};

/**
 * Packages whose documentation is worth a search of its own. The first come first in the index. Most are dependencies of ours, some are
 * dependencies of our dependencies; a package that is not installed is left out.
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

function isDocumentation(path: string): boolean {
  return DOCUMENTATION.test(path);
}
