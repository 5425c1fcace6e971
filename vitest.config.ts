import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { Response as MiniflareResponse } from "miniflare";
import type { Plugin } from "vite";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { contentPlugin } from "./scripts/content/plugin.ts";
import { homePlugin } from "./scripts/home-plugin.ts";
import { CHROMIUM_ARGS, findChromium } from "./tests/support/chromium.ts";
import { answerAsOrigin } from "./tests/support/stub-origins.ts";

const chromium = findChromium();

/** Loads `*.bin` as an ArrayBuffer and `*.wasm` as a module, as the bundler of the Worker and workerd do by themselves, and gives the address of a file its path. */
const dataModules: Plugin = {
  name: "data-modules",
  enforce: "pre",
  load(id) {
    if (id.endsWith("?url")) return `export default ${JSON.stringify(id.slice(0, -4))};`;
    const bytes = `new Uint8Array((await import("node:fs")).readFileSync(${JSON.stringify(id)}))`;
    if (id.endsWith(".bin")) return `export default ${bytes}.buffer;`;
    return id.endsWith(".wasm") ? `export default new WebAssembly.Module(${bytes});` : null;
  },
};

const DATA_BLOBS: Record<string, string> = {
  O200K_TABLE: "worker/content/o200k.bin",
};

/**
 * Gives `*.bin` to workerd tests as bindings. Sent as modules they travel as lists of numbers, which takes seconds for
 * every test file.
 */
const dataBlobs: Plugin = {
  name: "data-blobs",
  enforce: "pre",
  resolveId(id) {
    const blob = Object.entries(DATA_BLOBS).find(([, file]) => id.endsWith(`/${basename(file)}`))?.[0];
    return blob ? `\0data-blob:${blob}` : null;
  },
  load(id) {
    const blob = /^\0data-blob:(.*)$/.exec(id)?.[1];
    return blob ? `import { env } from "cloudflare:workers"; export default env.${blob};` : null;
  },
};

async function answerWithFile({ url }: { url: string }): Promise<MiniflareResponse> {
  const path = join(import.meta.dirname, decodeURIComponent(new URL(url).pathname));
  return existsSync(path)
    ? new MiniflareResponse(readFileSync(path))
    : new MiniflareResponse(null, { status: 404 });
}

/**
 * Files that need a workerd of their own: they look at everything that there is, or change a module for good. The others make their own
 * accounts and share one.
 */
const ALONE = [
  "tests/faults/**/*.workers.test.ts",
  "worker/account-deletion/account-deletion.workers.test.ts",
  "worker/app.workers.test.ts",
  "worker/chat/chat.workers.test.ts",
  "worker/chat/public.workers.test.ts",
  "worker/auth/sign-in-methods.workers.test.ts",
  "worker/catalog/public-catalog.workers.test.ts",
  "worker/catalog/searchable-sources.workers.test.ts",
  "worker/docs-index/question-terms.workers.test.ts",
  "worker/github/pushes.workers.test.ts",
  "worker/local/local.workers.test.ts",
  "worker/mcp/calls.workers.test.ts",
  "worker/mcp/sessions.workers.test.ts",
  "worker/mcp/tools.workers.test.ts",
  "worker/pdf/real-manuals.workers.test.ts",
  "worker/public-search/public-search.workers.test.ts",
  "worker/status/status.workers.test.ts",
];

/** Tests in the real runtime, with real bindings. */
function workersProject(name: string, files: { include: string[]; exclude?: string[]; isolate?: boolean }) {
  return {
    plugins: [
      dataBlobs,
      cloudflareTest(async () => ({
        // As in production: with the limits that the simulators do not have.
        main: "./worker/local/limits/worker.ts",
        wrangler: { configPath: "./wrangler.toml" },
        miniflare: {
          dataBlobBindings: DATA_BLOBS,
          bindings: {
            ENVIRONMENT: "test",
            LOCAL_TOKEN: "test-local-token",
            OPERATOR_EMAILS: "somebody@example.test, Operator@Example.test",
            GITHUB_CLIENT_ID: "test-client",
            GITHUB_CLIENT_SECRET: "test-client-secret",
            GITHUB_WEB_URL: "https://github.test",
            GITHUB_API_URL: "https://api.github.test",
            NPM_REGISTRY_URL: "https://npm.test",
            PYPI_URL: "https://pypi.test",
            CHAT_MODEL_URL: "https://model.test/v1",
            CHAT_MODEL: "stand-in",
            STRIPE_SECRET_KEY: "sk_test_workers",
            STRIPE_WEBHOOK_SECRET: "whsec_new,whsec_old",
            STRIPE_API_URL: "https://api.stripe.test",
            GITHUB_WEBHOOK_SECRET: "test-webhook-secret",
            TENANT_PROBES: process.env["TENANT_PROBES"] ?? "200",
            MOVED_CHUNKS: process.env["MOVED_CHUNKS"] ?? "200",
            REMOVALS: process.env["REMOVALS"] ?? "12",
            TEST_MIGRATIONS: await readD1Migrations("./migrations"),
          },
          // The files of the build are those of the repository here: Vite's address of one is its path below the root.
          serviceBindings: { ASSETS: answerWithFile },
          // Nothing leaves the machine: every outgoing request is answered here.
          outboundService: answerAsOrigin,
        },
      })),
    ],
    test: {
      name,
      ...files,
      setupFiles: ["./tests/support/apply-migrations.workers.ts"],
      testTimeout: 120_000,
    },
  };
}

/**
 * A browser on a busy machine may lose a race that no person would notice, so its tests have a second try; `npm test` names those that
 * needed it, and fails when they are more than a few or the same in two runs in a row.
 */
const BROWSER_TRIES = { retry: 1 };

export default defineConfig({
  test: {
    // Every request logs a line; only those of a failing test are of interest.
    silent: "passed-only",
    // Work that goes on in the background after the last test of a file may log while its worker closes. That line is lost, and nothing else.
    onUnhandledError: ({ message }) =>
      !message.startsWith('[vitest-worker]: Closing rpc while "onUserConsoleLog"'),
    projects: [
      {
        plugins: [dataModules],
        test: {
          name: "node",
          // For hangs alone: property tests take seconds, and longer on a busy machine.
          testTimeout: 120_000,
          include: ["{schema,worker,web,cli,local,evals,tests,scripts}/**/*.test.ts"],
          exclude: ["**/*.workers.test.ts", "tests/web/**", "**/node_modules/**"],
        },
      },
      {
        plugins: [dataModules],
        test: { ...BROWSER_TRIES, name: "web", testTimeout: 120_000, include: ["tests/web/**/*.test.ts"] },
      },
      workersProject("workers", {
        include: ["{worker,tests}/**/*.workers.test.ts"],
        exclude: ALONE,
        // Starting workerd costs most of a file's time, so these share one.
        isolate: false,
      }),
      workersProject("workers-alone", { include: ALONE }),
      // Where there is no Chromium there is no such project; `npm test` says so.
      ...(chromium === null
        ? []
        : [
            {
              plugins: [
                contentPlugin({ root: import.meta.dirname, origin: "http://docenda.test" }),
                homePlugin({ root: import.meta.dirname }),
                react(),
                tailwindcss(),
              ],
              test: {
                ...BROWSER_TRIES,
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
