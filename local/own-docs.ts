import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PRODUCT } from "#schema/values.ts";
import type { InstalledDocs } from "./installed-docs.ts";
import { ROOT } from "./root.ts";

/**
 * The product's own documentation, so that an agent that is told "search the docs with docenda" finds some. The documentation is there
 * when the build of this copy is.
 */
export function ownDocs(stateDir: string): InstalledDocs {
  const name = PRODUCT.toLowerCase();
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const mount = `/${name}/`;
  const root = join(stateDir, "build/client/docs");
  return {
    name,
    version: String(version),
    description: `${PRODUCT}: tools, sessions, indexing, credits, errors, and how to connect each client over MCP.`,
    mount,
    tree: { root, mount, include: (path) => path.endsWith(".md"), asMarkdownSite: true },
  };
}
