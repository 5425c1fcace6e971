import { resolve } from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { contentPlugin } from "./scripts/content/plugin.ts";
import { homePlugin } from "./scripts/home-plugin.ts";
import { prerender } from "./scripts/prerender.ts";
import { LINK_VARIABLES, readProduction, VARIABLES } from "./scripts/production/settings.ts";
import { putProduction } from "./scripts/production/worker-config.ts";

/** Set by local/ alone: where a running copy keeps its data, and vars of its worker that no file of the repository holds. */
const stateDir = resolve(process.env.DOCENDA_STATE ?? ".local");
const vars = process.env.DOCENDA_VARS ? JSON.parse(process.env.DOCENDA_VARS) : {};

const production = process.env.CLOUDFLARE_ENV === "production" ? readProduction() : null;
/** Where the site will be: in canonical links, feeds and pages that are rendered ahead of time. */
process.env.SITE_ORIGIN ??= production?.origin ?? "http://127.0.0.1:8787";
if (production !== null)
  for (const setting of LINK_VARIABLES) process.env[VARIABLES[setting]] = production[setting];

const content = contentPlugin({ root: import.meta.dirname, origin: process.env.SITE_ORIGIN });

const home = homePlugin({ root: import.meta.dirname });

export default defineConfig({
  plugins: [
    content,
    home,
    react(),
    tailwindcss(),
    cloudflare({
      persistState: { path: resolve(stateDir, "state") },
      config: (worker) => {
        if (production !== null) putProduction(worker, production);
        if (process.env.DOCENDA_STRICT === "on") worker.main = "worker/local/limits/worker.ts";
        return { vars };
      },
      inspectorPort: false,
    }),
    prerender([content, home]),
  ],
  // Read by the web as import.meta.env; nothing else of the environment gets into the bundle.
  envPrefix: ["VITE_", "SITE_ORIGIN"],
  publicDir: "web/public",
  build: { outDir: "dist", manifest: true },
  clearScreen: false,
});
