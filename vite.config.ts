import { resolve } from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Set by local/ alone: where a running copy keeps its data, and vars of its worker that no file of the repository holds. */
const stateDir = resolve(process.env.DOCENDA_STATE ?? ".local");
const vars = process.env.DOCENDA_VARS ? JSON.parse(process.env.DOCENDA_VARS) : {};

export default defineConfig({
  plugins: [
    react(),
    cloudflare({
      persistState: { path: resolve(stateDir, "state") },
      config: { vars },
      inspectorPort: false,
    }),
  ],
  publicDir: "web/public",
  build: { outDir: "dist" },
  clearScreen: false,
});
