import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { runnerImport } from "vite";
import type { Plugin, PluginOption } from "vite";
import type { RenderedPage } from "#web/app/rendered-page.ts";
import { documentHeaders } from "./document-headers.ts";

/**
 * After the build: every public page as a document of its own, the empty document for all others (`shell.html`), and the
 * headers that all of them carry. `plugins` are those that the web's own modules need to be loaded.
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
        const { module } = await runnerImport<{ renderedPages: RenderedPage[] }>(
          join(root, "web/prerender.tsx"),
          {
            configFile: false,
            mode: "production",
            logLevel: "error",
            define,
            envPrefix,
            plugins,
          },
        );
        renameSync(join(outDir, "index.html"), join(outDir, "shell.html"));
        for (const { path, head, html } of module.renderedPages) {
          const file = join(outDir, path === "/" ? "index.html" : `${path}.html`);
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, documentOf(template, head, html));
        }
        writeFileSync(join(outDir, "_headers"), headersFile(template));
      },
    },
  };
}

function documentOf(template: string, head: string, html: string): string {
  // Functions, because a `$` in the text would mean something in a pattern's replacement.
  return template
    .replace(/<title>.*?<\/title>\s*/s, "")
    .replace("<!--head-->", () => head)
    .replace("<!--page-->", () => html);
}

/** The file in which the assets' server finds headers. The only script inside of a document is allowed by its hash. */
function headersFile(template: string): string {
  const scripts = [...template.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code]) => code ?? "");
  const hashes = scripts.map((code) => `sha256-${createHash("sha256").update(code).digest("base64")}`);
  const lines = Object.entries(documentHeaders(hashes)).map(([name, value]) => `  ${name}: ${value}`);
  return `/*\n${lines.join("\n")}\n\n/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n`;
}
