import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { createServer } from "vite";
import { ROOT } from "#local/root.ts";
import { freePort } from "#local/server.ts";
import { contentPlugin } from "./content/plugin.ts";
import { homePlugin } from "./home-plugin.ts";

/** Path of the page that has every part in every state; no build for others has this page. */
export const PARTS_PATH = "/__parts";

/** The web alone, as in development, without a worker behind it: enough for the page of the parts. */
export async function startPartsServer(): Promise<{ url: string; close(): Promise<void> }> {
  const cacheDir = mkdtempSync(join(tmpdir(), "docenda-parts-"));
  const port = await freePort(0);
  const url = `http://127.0.0.1:${port}`;
  const server = await createServer({
    root: ROOT,
    configFile: false,
    cacheDir,
    plugins: [contentPlugin({ root: ROOT, origin: url }), homePlugin({ root: ROOT }), react(), tailwindcss()],
    logLevel: "error",
    server: { host: "127.0.0.1", port, strictPort: true, hmr: false },
  });
  await server.listen();
  return {
    url,
    close: async () => {
      await server.close();
      rmSync(cacheDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    },
  };
}
