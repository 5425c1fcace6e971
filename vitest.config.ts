import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { answerAsOrigin } from "./tests/support/stub-origins.ts";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "node",
          include: ["{schema,worker,local,evals,tests,scripts}/**/*.test.ts"],
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
    ],
  },
});
