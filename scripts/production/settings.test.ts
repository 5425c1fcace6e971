import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { putProduction } from "./worker-config.ts";
import type { Changeable } from "./worker-config.ts";

const file = join(mkdtempSync(join(tmpdir(), "production-")), "production.json");
vi.stubEnv("DOCENDA_PRODUCTION", file);
const { readProduction, writeProduction } = await import("./settings.ts");

const settings = { origin: "https://docs.example.com", mailFrom: "Docs <mail@example.com>" };

beforeEach(() => writeFileSync(file, "{}"));

test("a build for production without an address and a sender ends and names both", () => {
  expect(() => readProduction({})).toThrow(/npm run provision.*\n.*PUBLIC_ORIGIN: .*\n.*MAIL_FROM: /);
  writeFileSync(file, "{");
  expect(() => readProduction({})).toThrow("is not JSON");
});

test.each([
  ["http://docs.example.com", "PUBLIC_ORIGIN"],
  ["https://docs.example.com/", "PUBLIC_ORIGIN"],
  ["https://docs.example.com/path", "PUBLIC_ORIGIN"],
  ["docs.example.com", "PUBLIC_ORIGIN"],
])("%s is refused as the address", (origin, name) => {
  writeFileSync(file, JSON.stringify({ ...settings, origin }));
  expect(() => readProduction({})).toThrow(name);
});

test.each(["mail@example.com", "Docs\r\nBcc: x <mail@example.com>", "Docs <mail>"])(
  "%j is refused as the sender",
  (mailFrom) => {
    writeFileSync(file, JSON.stringify({ ...settings, mailFrom }));
    expect(() => readProduction({})).toThrow("MAIL_FROM");
  },
);

test("what is kept is read again, and the environment goes before it", () => {
  writeProduction({ ...settings, ids: { DB: "d1" } });
  expect(readProduction({})).toEqual({ ...settings, ids: { DB: "d1" } });
  expect(readProduction({ PUBLIC_ORIGIN: "https://other.example.com" }).origin).toBe(
    "https://other.example.com",
  );
});

test("the worker's configuration gets the address as its domain, and ids where there are some", () => {
  const config: Changeable = {
    vars: { ENVIRONMENT: "production" },
    routes: undefined,
    d1_databases: [{ binding: "DB", database_id: "0" }],
    kv_namespaces: [{ binding: "OAUTH_KV", id: "0" }],
    flagship: [{ binding: "FLAGS", app_id: "0" }],
  };
  putProduction(config, { ...settings, ids: { DB: "d1", FLAGS: "f" } });
  expect(config).toEqual({
    vars: {
      ENVIRONMENT: "production",
      PUBLIC_ORIGIN: "https://docs.example.com",
      MAIL_FROM: "Docs <mail@example.com>",
      CRAWL_PUBLIC_CATALOG: "",
    },
    routes: [{ pattern: "docs.example.com", custom_domain: true }],
    d1_databases: [{ binding: "DB", database_id: "d1" }],
    kv_namespaces: [{ binding: "OAUTH_KV", id: "0" }],
    flagship: [{ binding: "FLAGS", app_id: "f" }],
  });
  putProduction(config, { ...settings, isCatalogCrawled: true });
  expect(config.vars).toMatchObject({ CRAWL_PUBLIC_CATALOG: "on" });
});
