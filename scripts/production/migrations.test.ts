import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "#local/root.ts";

/** Migrations from before the first deployment, when no old version could still need the things that they take away. */
const BEFORE_THE_FIRST_DEPLOYMENT = ["0002_accounts-and-documents.sql", "0018_teams-and-owners-of-keys.sql"];
const TAKES_AWAY = /\b(?:drop\s+(?:table|column)|rename\s+(?:to|column)|alter\s+column)\b/i;

test("no migration takes away what the version before it still reads", () => {
  const folder = join(ROOT, "migrations");
  const taking = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .filter((name) => TAKES_AWAY.test(readFileSync(join(folder, name), "utf8")));
  expect(taking).toEqual(BEFORE_THE_FIRST_DEPLOYMENT);
});
