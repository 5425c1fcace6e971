import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import type { Plugin } from "vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { CHROMIUM_ARGS, findChromium } from "./tests/support/chromium.ts";
import { answerAsOrigin } from "./tests/support/stub-origins.ts";

const chromium = findChromium();

/** Loads `*.bin` as an ArrayBuffer, as the bundler of the Worker and workerd do by themselves. */
const dataModules: Plugin = {
  name: "data-modules",
  load(id) {
    if (!id.endsWith(".bin")) return null;
    return `import { readFileSync } from "node:fs";
      export default new Uint8Array(readFileSync(${JSON.stringify(id)})).buffer;`;
  },
};

export default defineConfig({
  test: {
    // Every request logs a line; only those of a failing test are of interest.
    silent: "passed-only",
    projects: [
      {
        plugins: [dataModules],
        test: {
          name: "node",
          include: ["{schema,worker,web,local,evals,tests,scripts}/**/*.test.ts"],
          exclude: ["**/*.workers.test.ts", "**/node_modules/**"],
        },
      },
      {
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                ENVIRONMENT: "test",
                LOCAL_TOKEN: "test-local-token",
                TEST_MIGRATIONS: await readD1Migrations("./migrations"),
              },
              // Nothing leaves the machine: every outgoing request is answered here.
              outboundService: answerAsOrigin,
            },
          })),
        ],
        test: {
          name: "workers",
          include: ["{worker,tests}/**/*.workers.test.ts"],
          setupFiles: ["./tests/support/apply-migrations.workers.ts"],
          testTimeout: 20_000,
        },
      },
      // Where there is no Chromium there is no such project; `npm test` says so.
      ...(chromium === null
        ? []
        : [
            {
              plugins: [react()],
              test: {
                name: "browser",
                include: ["web/**/*.test.tsx"],
                browser: {
                  enabled: true,
                  headless: true,
                  screenshotFailures: false,
                  provider: playwright({ launchOptions: { executablePath: chromium, args: CHROMIUM_ARGS } }),
                  instances: [{ browser: "chromium" as const }],
                },
              },
            },
          ]),
    ],
  },
});
