import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { principalOf } from "#worker/owner.ts";
import type { SourceOwner } from "#worker/context.ts";

/** Inserts a source's rows. Returns the name of the source's index object. */
export function insertSource(stateDir: string, owner: SourceOwner, id: string, name: string): string {
  const database = openDatabase(stateDir);
  database
    .prepare(
      `INSERT INTO sources (id, owner_kind, owner_id, kind, name, url, total_pages, created_at, updated_at)
       VALUES (?, ?, ?, 'site', ?, ?, 1, 0, 0)`,
    )
    .run(id, owner.kind, owner.id, name, `https://${id.replaceAll("_", "-")}.test/`);
  database.close();
  return `${principalOf(owner)}/default/${id}`;
}

export function openDatabase(stateDir: string): DatabaseSync {
  const folder = join(stateDir, "state/v3/d1/miniflare-D1DatabaseObject");
  const file = readdirSync(folder).find((name) => /^[0-9a-f]{64}\.sqlite$/u.test(name));
  if (!file) throw new Error(`there is no database in ${folder}`);
  return new DatabaseSync(join(folder, file));
}
