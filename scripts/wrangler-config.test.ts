import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";

const WRANGLER_TOML = join(fileURLToPath(new URL("..", import.meta.url)), "wrangler.toml");

test("production has every binding of a laptop, no way into its own network, and the three services that a laptop lacks", () => {
  const local = unstable_readConfig({ config: WRANGLER_TOML });
  const production = unstable_readConfig({ config: WRANGLER_TOML, env: "production" });
  expect(production.durable_objects).toEqual(local.durable_objects);
  expect(production.queues).toEqual(local.queues);
  expect(production.d1_databases).toMatchObject(local.d1_databases.map(bindingOnly));
  expect(local.flagship).toMatchObject([{ binding: "FLAGS" }]);
  expect(production.flagship).toMatchObject([{ binding: "FLAGS" }]);
  expect(Object.keys(production.vars)).toEqual(Object.keys(local.vars));
  expect(production.vars).toEqual({
    ENVIRONMENT: "production",
    CRAWL_LOOPBACK_HOSTS: "",
    PACE_FACTOR: "1",
    // Empty until a deployment has passed its smoke test (scripts/production/worker-config.ts).
    CRAWL_PUBLIC_CATALOG: "",
  });
  expect(local.analytics_engine_datasets).toMatchObject([{ binding: "EVENTS" }]);
  expect(production.analytics_engine_datasets).toEqual(local.analytics_engine_datasets);
  expect(production.migrations).toEqual(local.migrations);
  expect(production.assets).toEqual(local.assets);
  expect(production.triggers).toEqual(local.triggers);
  expect(production.observability).toEqual(local.observability);
  const remoteOf = ({ vectorize, ai, browser }: typeof local) => [
    vectorize.length,
    ai?.binding,
    browser?.binding,
  ];
  expect(remoteOf(production)).toEqual([1, "AI", "BROWSER"]);
  expect(remoteOf(local)).toEqual([0, undefined, undefined]);
});

test("production is reached at its own domain alone, under a name and queues that nothing else has, with its keys out of the logs", () => {
  const local = unstable_readConfig({ config: WRANGLER_TOML });
  const production = unstable_readConfig({ config: WRANGLER_TOML, env: "production" });
  expect(production).toMatchObject({ workers_dev: false, preview_urls: false });
  expect(production.name).not.toBe(local.name);
  const queues = [
    ...JSON.stringify(production.queues).matchAll(/"(?:queue|dead_letter_queue)":"([^"]+)"/g),
  ].map(([, queue]) => queue!);
  expect(new Set(queues).size).toBe(6);
  expect(queues.filter((queue) => !queue.startsWith("docenda-"))).toEqual([]);
  expect(production.observability).toMatchObject({ redact_query_string: true });
  expect(production.secrets?.required).toEqual(["API_KEY_PEPPER", "AUTH_SECRET", "SEAL_KEYS"]);
});

/** The binding alone: the database itself is another one. */
function bindingOnly({ binding, migrations_dir }: { binding: string; migrations_dir: string }) {
  return { binding, migrations_dir };
}
