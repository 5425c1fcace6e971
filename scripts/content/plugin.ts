import { join } from "node:path";
import type { Plugin } from "vite";
import type { Content, ContentMeta } from "#web/content/content.ts";
import type { BuiltSite } from "./build-site.ts";
import type { BuiltContent } from "./load-content.ts";

const INDEX = "virtual:content";
const PAGE = "virtual:content/page";

const MEDIA_TYPES: Record<string, string> = {
  md: "text/markdown; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  xml: "application/xml; charset=utf-8",
  json: "application/json; charset=utf-8",
  png: "image/png",
};

/**
 * Gives the web its texts as modules, and gives the web's build the files that programs read. The development server makes both
 * anew whenever a text or a figure changes. `origin` is the site's address, without a slash at its end.
 */
export function contentPlugin({ root, origin }: { root: string; origin: string }): Plugin {
  let built: Promise<BuiltSite> | null = null;
  const site = () => (built ??= importBuild().then(({ buildSite }) => buildSite(root, origin)));
  return {
    name: "docenda-content",
    resolveId: (id) => (id === INDEX || id.startsWith(PAGE) ? `\0${id}` : null),
    async load(id) {
      if (id === `\0${INDEX}`) return indexModule((await site()).contents, origin);
      if (!id.startsWith(`\0${PAGE}`)) return null;
      const path = id.slice(PAGE.length + 1);
      const content = (await site()).contents.find((one) => one.path === path);
      return content ? `export const content = ${JSON.stringify(contentOf(content))};` : null;
    },
    async generateBundle() {
      // One run makes several builds; the files belong to the build for browsers, which is served.
      if (this.environment.name !== "client") return;
      const { contents, files } = await site();
      const { buildImages } = await importBuild();
      for (const [fileName, source] of [...files, ...(await buildImages(root, contents))])
        this.emitFile({ type: "asset", fileName, source });
    },
    configureServer(server) {
      server.watcher.add([join(root, "web/content"), join(root, "docs/figures")]);
      server.watcher.on("change", (file) => {
        if (!/\/(?:web\/content\/.*\.md|docs\/figures\/.*\.json)$/.test(file)) return;
        built = null;
        for (const module of server.moduleGraph.idToModuleMap.values())
          if (module.id?.startsWith(`\0${INDEX}`)) server.moduleGraph.invalidateModule(module);
        server.ws.send({ type: "full-reload" });
      });
      server.middlewares.use(async (request, response, next) => {
        const found = await answer(request.url ?? "/");
        if (!found) return next();
        response.setHeader("content-type", MEDIA_TYPES[found.extension] ?? "text/plain");
        response.end(found.body);
      });
    },
  };

  async function answer(url: string): Promise<{ body: string | Uint8Array; extension: string } | null> {
    const path = url.split("?", 1)[0]!.slice(1);
    const extension = path.split(".").at(-1)!;
    if (!(extension in MEDIA_TYPES)) return null;
    const { contents, files } = await site();
    const { buildImages } = await importBuild();
    const body =
      files.get(path) ?? (path.startsWith("og/") ? (await buildImages(root, contents)).get(path) : null);
    return body ? { body, extension } : null;
  }
}

/** The build code, loaded with the first text: colouring code and drawing pictures take a second to begin with. */
function importBuild() {
  return import("./build-site.ts");
}

function indexModule(contents: BuiltContent[], origin: string): string {
  const loaders = contents.map(
    ({ path }) => `${JSON.stringify(path)}: () => import(${JSON.stringify(PAGE + path)}),`,
  );
  return `export const metas = ${JSON.stringify(contents.map(metaOf))};
export const builtOrigin = ${JSON.stringify(origin)};
export const loaders = {\n${loaders.join("\n")}\n};`;
}

function metaOf(content: BuiltContent): ContentMeta {
  const { path, kind, heading, description, section, publishedOn, updatedOn, minutes, video, imagePath } =
    content;
  return { path, kind, heading, description, section, publishedOn, updatedOn, minutes, video, imagePath };
}

function contentOf(content: BuiltContent): Content {
  const { sourcePath, html, headings } = content;
  return { ...metaOf(content), sourcePath, html, headings };
}
