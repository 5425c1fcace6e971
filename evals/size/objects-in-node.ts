import { registerHooks } from "node:module";
import type { Catalog } from "#worker/catalog/catalog.ts";
import type { DocsIndex } from "#worker/docs-index/docs-index.ts";
import { openStorage } from "../lab/sql-storage.ts";
import { objectFile } from "./object-files.ts";

/** The parts of the base class that the two objects use. */
const BASE_CLASS = `data:text/javascript,export class DurableObject { constructor(ctx, env) { this.ctx = ctx; this.env = env; } }`;

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === "cloudflare:workers"
      ? { url: BASE_CLASS, shortCircuit: true }
      : nextResolve(specifier, context),
});
type Made<T> = new (ctx: unknown, env: unknown) => T;

const { DocsIndex: IndexClass } = await import("#worker/docs-index/docs-index.ts");
const { Catalog: CatalogClass } = await import("#worker/catalog/catalog.ts");

/**
 * The product's own objects in Node, on the files that workerd reads when no server runs: a crawl's half an hour of writing
 * takes a few minutes, by the same code.
 */
export function docsIndexIn(stateDir: string, name: string): DocsIndex {
  return new (IndexClass as unknown as Made<DocsIndex>)(stateOf(stateDir, "DocsIndex", name), {});
}

export function catalogIn(stateDir: string, name: string): Catalog {
  return new (CatalogClass as unknown as Made<Catalog>)(stateOf(stateDir, "Catalog", name), {});
}

function stateOf(stateDir: string, className: string, name: string): unknown {
  return { storage: openStorage(objectFile(stateDir, className, name)) };
}
