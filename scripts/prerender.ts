import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { runnerImport } from "vite";
import type { Plugin, PluginOption } from "vite";
import { ROUTES, shellPathOf, twinPathOf } from "#schema/routes.ts";
import type { RouteInfo, RouteKind } from "#schema/routes.ts";
import type { RenderedPage } from "#web/app/rendered-page.ts";
import { documentHeaders } from "./document-headers.ts";

type Manifest = Record<string, { file: string; imports?: string[] }>;

/** Modules that web/main.tsx loads for every page. */
export const START = ["web/app/react-dom.ts"];

/** Frames that are loaded with their pages; the frame of public pages is in the first script. */
const FRAMES: Record<RouteKind, string | null> = {
  public: null,
  entry: "web/app/entry-layout.tsx",
  "guest-only": "web/app/entry-layout.tsx",
  protected: "web/app/console-layout.tsx",
};

/**
 * Makes, after the build, a document for every page, and the headers that all documents carry. A document names the scripts of
 * its page and holds the markup that could be rendered. `plugins` are those that load the web's own modules.
 */
export function prerender(plugins: PluginOption[]): Plugin {
  return {
    name: "prerender",
    apply: "build",
    buildApp: {
      order: "post",
      async handler(builder) {
        const { root, build, define, envPrefix } = builder.environments.client!.config;
        const outDir = resolve(root, build.outDir);
        const template = readFileSync(join(outDir, "index.html"), "utf8");
        const manifest: Manifest = JSON.parse(readFileSync(join(outDir, ".vite/manifest.json"), "utf8"));
        const { module } = await runnerImport<{ renderedPages: RenderedPage[] }>(
          join(root, "web/prerender.tsx"),
          {
            configFile: false,
            mode: "production",
            logLevel: "error",
            define,
            // The prefix of environment variables that scripts see: the address of the site is in every head.
            envPrefix,
            plugins,
          },
        );
        const modules = pageModules(root, manifest);
        for (const { path, head, html } of module.renderedPages) {
          const chunks = chunksOf([...START, ...modules(path)], manifest).filter(
            (chunk) => !template.includes(chunk),
          );
          const file = join(outDir, fileOf(path));
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, documentOf(template, [head, ...chunks.map(preload)].join("\n    "), html));
        }
        writeFileSync(join(outDir, "_headers"), headersFile(template));
      },
    },
  };
}

/** The file of a page. Public pages are files at their own addresses; the worker is asked for all others. */
function fileOf(path: string): string {
  if (path === "/") return "index.html";
  const info = ROUTES.find((route) => route.path === path);
  return `${info && (info.kind !== "public" || path.includes(":")) ? shellPathOf(path) : path}.html`;
}

function documentOf(template: string, head: string, html: string): string {
  // Functions and no strings, because a `$` in the text would mean something in a replacement.
  const page = template.replace(/<title>.*?<\/title>\s*/s, "").replace("<!--head-->", () => head);
  return (html === "" ? page : drawnFirst(page)).replace("<!--page-->", () => html);
}

/** A page whose styles come before its scripts: styles are asked for first, and scripts leave the line to styles and fonts. */
function drawnFirst(page: string): string {
  const styles = page.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  const withoutStyles = styles.reduce((text, style) => text.replace(new RegExp(`\\s*${style}`), ""), page);
  return (
    withoutStyles
      // The styles stand behind the script that sets the theme, which would otherwise wait for them.
      .replace("</script>", () => `</script>\n    ${styles.join("\n    ")}`)
      .replace(/<script type="module"|<link rel="modulepreload"/g, (tag) => `${tag} fetchpriority="low"`)
  );
}

/**
 * The modules that a page is loaded from, read off the table in web/page-modules.ts. A document with all of them in its head
 * asks for everything at once; without, each would be found only when the one before has come.
 */
function pageModules(root: string, manifest: Manifest): (path: string) => string[] {
  const table = readFileSync(join(root, "web/page-modules.ts"), "utf8");
  const modules = new Map(
    [...table.matchAll(/"(\/[^"]*)": \(\) => import\("#([^"]+)"\)/g)].map(([, path, file]) => [path, file!]),
  );
  const infos: readonly RouteInfo[] = ROUTES;
  return (path) => {
    const own = modules.get(path);
    const frame = FRAMES[infos.find((info) => info.path === path)?.kind ?? "public"];
    if (own) return frame ? [frame, own] : [own];
    const text = `virtual:content/page${path}`;
    return text in manifest ? ["web/pages/site/content-pages.tsx", text] : [];
  };
}

function chunksOf(names: string[], manifest: Manifest, found = new Set<string>()): string[] {
  for (const name of names) {
    const chunk = manifest[name];
    if (!chunk || found.has(chunk.file)) continue;
    found.add(chunk.file);
    chunksOf(chunk.imports ?? [], manifest, found);
  }
  return [...found];
}

function preload(file: string): string {
  return `<link rel="modulepreload" crossorigin href="/${file}">`;
}

/**
 * The file in which the assets' server finds headers. The only script inside of a document is allowed by its hash, and the
 * markdown of a page names its page.
 */
function headersFile(template: string): string {
  const scripts = [...template.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code]) => code ?? "");
  const hashes = scripts.map((code) => `sha256-${createHash("sha256").update(code).digest("base64")}`);
  const lines = Object.entries(documentHeaders(hashes)).map(([name, value]) => `  ${name}: ${value}`);
  const twins = ROUTES.filter(({ kind, path }) => kind === "public" && !path.includes(":")).map(
    ({ path }) => `${twinPathOf(path)}\n  Link: <${path}>; rel="canonical"`,
  );
  const assets = "/assets/*\n  Cache-Control: public, max-age=31536000, immutable";
  return `${[`/*\n${lines.join("\n")}`, assets, ...twins].join("\n\n")}\n`;
}
