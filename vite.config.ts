import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react(), cloudflare({ persistState: { path: process.env.DOCENDA_STATE ?? ".local/state" } })],
  build: { outDir: "dist" },
  clearScreen: false,
});
