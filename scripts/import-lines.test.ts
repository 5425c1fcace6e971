import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** Lines of code, each with the path of its file, that "Who may import whom" in docs/architecture.md forbids. */
const FORBIDDEN: [path: string, code: string][] = [
  ["worker/search/find-things.ts", 'import { Hono } from "hono";'],
  ["worker/search/find-things.ts", 'import { createMiddleware } from "hono/factory";'],
  ["worker/search/find-things.ts", 'import { eq } from "drizzle-orm";'],
  ["worker/search/find-things.ts", 'import { findUser } from "#worker/users/repo.ts";'],
  ["worker/search/find-things.ts", 'import { findUser } from "../users/repo.ts";'],
  ["worker/search/find-things.ts", 'import { findJobRun } from "#worker/sources/run-repo.ts";'],
  ["worker/search/thing-repo.ts", 'import { getUser } from "#worker/users/get-user.ts";'],
  ["worker/search/find-things.ts", 'import { DurableObject } from "cloudflare:workers";'],
  ["worker/search/find-things.ts", 'import { startServer } from "#local/server.ts";'],
  ["worker/search/repo.ts", 'import { getUser } from "#worker/users/get-user.ts";'],
  ["worker/search/repo.ts", 'import { Hono } from "hono";'],
  ["worker/search/routes.ts", 'import { eq } from "drizzle-orm";'],
  ["worker/search/routes.ts", 'import { findThings } from "./repo.ts";'],
  ["worker/http/guards.ts", 'import { findUser } from "#worker/users/repo.ts";'],
  ["worker/docs-index/docs-index.ts", 'import { findUser } from "#worker/users/repo.ts";'],
  ["worker/content/html.ts", 'import type { Ctx } from "#worker/context.ts";'],
  ["worker/content/html.ts", 'import { DurableObject } from "cloudflare:workers";'],
  ["worker/platform/clock.ts", 'import { getUser } from "#worker/users/get-user.ts";'],
  ["schema/values.ts", 'import { sql } from "drizzle-orm";'],
  ["schema/tables/users.ts", 'import { newId } from "#worker/platform/ids.ts";'],
  ["cli/commands/search.ts", 'import { searchDocs } from "#worker/search/search-docs.ts";'],
  ["cli/offline/search-pack.ts", 'import { sources } from "#schema/tables/sources.ts";'],
  ["web/main.tsx", 'import { createApp } from "#worker/app.ts";'],
  ["web/main.tsx", 'import { users } from "#schema/index.ts";'],
  ["web/features/keys/list.tsx", 'import { Teams } from "#web/features/teams/teams.tsx";'],
  ["web/features/keys/list.tsx", 'import { createApp } from "#worker/app.ts";'],
  ["web/components/ui/button.tsx", 'import { Teams } from "#web/features/teams/teams.tsx";'],
];

const ALLOWED: [path: string, code: string][] = [
  ["worker/search/find-things.ts", 'import { findThings } from "./repo.ts";'],
  ["worker/search/find-things.ts", 'import { getUser } from "#worker/users/get-user.ts";'],
  ["worker/search/repo.ts", 'import { eq } from "drizzle-orm";'],
  ["worker/search/thing-repo.ts", 'import { eq } from "drizzle-orm";'],
  ["worker/search/repo.ts", 'import { newId } from "#worker/platform/ids.ts";'],
  ["worker/search/routes.ts", 'import { Hono } from "hono";'],
  ["worker/docs-index/docs-index.ts", 'import { DurableObject } from "cloudflare:workers";'],
  ["worker/platform/clock.ts", 'import { newId } from "#worker/platform/ids.ts";'],
  ["cli/commands/init.ts", 'import { CLIENTS } from "#web/features/install/clients.ts";'],
  ["cli/offline/search-pack.ts", 'import { searchRouted } from "#worker/search/search-docs.ts";'],
  ["web/api/client.ts", 'import type { ApiType } from "#worker/app.ts";'],
  ["web/features/keys/list.tsx", 'import { Tabs } from "#web/components/ui/tabs.tsx";'],
  ["worker/search/find-things.workers.test.ts", 'import { findUser } from "#worker/users/repo.ts";'],
];

const ROOT = fileURLToPath(new URL("..", import.meta.url));

test("the linter holds the import lines, and nothing else is refused by them", () => {
  const snippets = [...FORBIDDEN, ...ALLOWED].map(([path, code]) => ({ path, code }));
  expect(refused("no-restricted-imports", snippets)).toEqual(
    FORBIDDEN.map(([path, code]) => ({ path, code })),
  );
});

test("drizzle's transaction is banned", () => {
  const path = "worker/search/find-things.ts";
  const transaction = { path, code: "export const broken = (db: Db) => db.transaction(() => 1);" };
  const batch = { path, code: "export const works = (db: Db) => db.batch([]);" };
  expect(refused("no-restricted-properties", [transaction, batch])).toEqual([transaction]);
});

type Snippet = { path: string; code: string };

/** The snippets that break the rule, by one run of the linter over a tree for each, all under our configuration. */
function refused(rule: string, snippets: Snippet[]): Snippet[] {
  const folder = mkdtempSync(join(tmpdir(), "docenda-lint-"));
  snippets.forEach(({ path, code }, number) => {
    const tree = join(folder, String(number));
    mkdirSync(join(tree, dirname(path)), { recursive: true });
    writeFileSync(join(tree, path), `${code}\n`);
    cpSync(join(ROOT, ".oxlintrc.json"), join(tree, ".oxlintrc.json"));
  });
  const linter = join(ROOT, "node_modules/oxlint/bin/oxlint");
  // The linter ends with 1, because it finds the broken rules.
  const run = spawnSync(process.execPath, [linter, "--format=json"], { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  const { diagnostics } = JSON.parse(run.stdout) as { diagnostics: { code: string; filename: string }[] };
  const found = diagnostics.filter(({ code }) => code.includes(rule));
  const trees = new Set(found.map(({ filename }) => filename.split("/", 1)[0]));
  return snippets.filter((_, number) => trees.has(String(number)));
}
