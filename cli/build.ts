import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "vite";
import type { Plugin } from "vite";

const CLI = import.meta.dirname;
/** The folder that npm packs; `#…` imports of the sources are those of the root's package.json. */
export const PACKAGE = join(CLI, "package");
const OUT = join(PACKAGE, "dist");

/**
 * Data files of the worker's modules come from the pack that is searched (cli/offline/pack-data.ts), because the package has to stay
 * small; the little WebAssembly that compares vectors is inside.
 */
const dataOfPacks: Plugin = {
  name: "data-of-packs",
  enforce: "pre",
  load(id) {
    const [path = "", query] = id.split("?");
    const name = JSON.stringify(basename(path));
    if (query === "url") return `export default ${name};`;
    if (path.endsWith(".wasm")) {
      const bytes = JSON.stringify(readFileSync(path, "base64"));
      return `export default new WebAssembly.Module(Buffer.from(${bytes}, "base64"));`;
    }
    const read = `import { dataFile } from ${JSON.stringify(join(CLI, "offline/pack-data.ts"))};`;
    if (path.endsWith(".bin")) return `${read} export default dataFile(${name});`;
    // The catalog becomes JavaScript here, or Vite would read it as JSON.
    if (path.endsWith("/public-catalog.json"))
      return {
        code: `${read} export default JSON.parse(new TextDecoder().decode(dataFile(${name})));`,
        moduleType: "js",
      };
    return null;
  },
};

/** undici brings its parser of HTTP twice. The one that every processor runs is fast enough here, and the package stays small. */
const oneHttpParser: Plugin = {
  name: "one-http-parser",
  enforce: "pre",
  load: (id) =>
    id.endsWith("/undici/lib/llhttp/llhttp_simd-wasm.js")
      ? 'module.exports = require("./llhttp-wasm.js");'
      : null,
};

/** The name of the package of a module, such as `yaml` or `@scope/name`, or null for a module of ours. */
function packageFolder(id: string): string | null {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
  return folder ?? null;
}

/** Writes down the licence of every package that is in the bundle, as most licences ask. */
const thirdPartyNotices: Plugin = {
  name: "third-party-notices",
  generateBundle(_options, bundle) {
    const folders = new Set<string>();
    for (const chunk of Object.values(bundle))
      if (chunk.type === "chunk")
        for (const id of chunk.moduleIds) {
          const folder = packageFolder(id.replaceAll("\0", ""));
          if (folder) folders.add(folder);
        }
    this.emitFile({
      type: "asset",
      fileName: "THIRD-PARTY-NOTICES.txt",
      source: [...folders].sort().map(noticeOf).join("\n\n"),
    });
  },
};

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<
    string,
    string
  >;
  const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)/i.test(one));
  if (!file) throw new Error(`${name} comes without a license text.`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}`;
}

/**
 * Builds the package `docenda` into cli/package/dist: all dependencies are inside, so that installing fetches nothing else. `SITE_ORIGIN`
 * is the server that the command asks unless told otherwise; without the variable a person has to name one.
 */
export async function buildCli(origin = process.env.SITE_ORIGIN ?? ""): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as { version: string };
  rmSync(OUT, { recursive: true, force: true });
  await build({
    configFile: false,
    logLevel: "warn",
    root: CLI,
    define: {
      DOCENDA_VERSION: JSON.stringify(version),
      DOCENDA_DEFAULT_ORIGIN: JSON.stringify(origin),
    },
    ssr: { noExternal: true, target: "node" },
    build: {
      ssr: true,
      outDir: OUT,
      target: "node20",
      minify: true,
      rolldownOptions: {
        input: { docenda: join(CLI, "docenda.ts") },
        // Only the parts of the worker's modules that a search needs: no module does anything by being loaded.
        treeshake: {
          moduleSideEffects: [
            {
              test: /\/(?:worker|schema)\/[^?]*\.ts$|\/node_modules\/(?:drizzle-orm|hono|zod)\//,
              sideEffects: false,
            },
          ],
        },
        output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", banner },
      },
    },
    plugins: [dataOfPacks, oneHttpParser, thirdPartyNotices],
  });
  chmodSync(join(OUT, "docenda.js"), 0o755);
  copyFileSync(join(CLI, "../LICENSE"), join(OUT, "LICENSE"));
}

function banner({ isEntry }: { isEntry: boolean }): string {
  return isEntry ? "#!/usr/bin/env node" : "";
}

if (import.meta.main) await buildCli();
