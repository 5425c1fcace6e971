import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { putProduction } from "./worker-config.ts";
import type { Changeable } from "./worker-config.ts";

const file = join(mkdtempSync(join(tmpdir(), "production-")), "production.json");
vi.stubEnv("DOCENDA_PRODUCTION", file);
const { readProduction, writeProduction } = await import("./settings.ts");

const settings = {
  origin: "https://docs.example.com",
  mailFrom: "Docs <mail@example.com>",
  contactEmail: "hello@example.com",
  repositoryUrl: "https://code.example.com/docs",
  reportBugUrl: "https://code.example.com/docs/issues/new",
  addDocsUrl: "https://example.com/add-docs",
};

beforeEach(() => writeFileSync(file, "{}"));

test("a build for production without its settings ends and names all that are missing", () => {
  expect(() => readProduction({})).toThrow(
    /npm run provision.*\n.*PUBLIC_ORIGIN: .*\n.*MAIL_FROM: .*\n.*VITE_CONTACT_EMAIL: .*\n.*VITE_REPOSITORY_URL: .*\n.*VITE_REPORT_BUG_URL: .*\n.*VITE_ADD_DOCS_URL: /,
  );
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

test.each([
  ["contactEmail", "hello", "VITE_CONTACT_EMAIL"],
  ["repositoryUrl", "", "VITE_REPOSITORY_URL"],
  ["reportBugUrl", "javascript:alert(1)", "VITE_REPORT_BUG_URL"],
  ["addDocsUrl", "http://example.com", "VITE_ADD_DOCS_URL"],
])("the footer's %s is not %j", (name, value, variable) => {
  writeFileSync(file, JSON.stringify({ ...settings, [name]: value }));
  expect(() => readProduction({})).toThrow(variable);
  expect(readProduction({ [variable]: settings[name as "addDocsUrl"] })).toEqual(settings);
});

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
      OPERATOR_EMAILS: "",
      STRIPE_TAX: "",
    },
    routes: [{ pattern: "docs.example.com", custom_domain: true }],
    d1_databases: [{ binding: "DB", database_id: "d1" }],
    kv_namespaces: [{ binding: "OAUTH_KV", id: "0" }],
    flagship: [{ binding: "FLAGS", app_id: "f" }],
  });
  const operatorEmails = ["a@example.com", "b@example.com"];
  putProduction(config, { ...settings, isCatalogCrawled: true, operatorEmails, isTaxed: true });
  expect(config.vars).toMatchObject({
    CRAWL_PUBLIC_CATALOG: "on",
    OPERATOR_EMAILS: "a@example.com,b@example.com",
    STRIPE_TAX: "on",
  });
});
