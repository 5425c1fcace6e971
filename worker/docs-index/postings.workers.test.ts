import { env, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { newId } from "#worker/platform/ids.ts";
import { PostingCache } from "./postings.ts";
import { pageOf } from "./test-pages.ts";

/** Number of ids of nine characters that, in one JSON array, are longer than the platform's longest string. */
const CHUNKS = 260_001;
const MAX_STRING = 2_000_000;
const FIRST_ID = 100_000_000;

it("reads a term of more chunks than have room in one row", { timeout: 120_000 }, async () => {
  const index = env.DOCS_INDEX.getByName(newId("idx"));
  await index.putPage(await pageOf("https://a.test/toasters", "# Toasters\n\nEmpty the tray of crumbs."));
  await runInDurableObject(index, (_, { storage }) => {
    const { sql } = storage;
    sql.exec("UPDATE page SET first_chunk_id = ?, chunk_count = ?", FIRST_ID, CHUNKS);
    sql.exec(
      `WITH RECURSIVE ids (id) AS (SELECT ? UNION ALL SELECT id + 1 FROM ids LIMIT ?)
       INSERT INTO chunk_terms (rowid, title, heading, body) SELECT id, '', '', 'kettle' FROM ids`,
      FIRST_ID,
      CHUNKS,
    );
    const lengths: number[] = [];
    // workerd on a laptop gives strings of any length, so the strings read are measured here.
    const measured = new Proxy(sql, {
      get: (target, name) =>
        name !== "exec"
          ? Reflect.get(target, name)
          : (query: string, ...bindings: unknown[]) => {
              const rows = target.exec(query, ...bindings).toArray();
              lengths.push(...rows.map((row) => String(row.ids ?? "").length));
              return { toArray: () => rows, one: () => rows[0] };
            },
    });
    const { places, pageCount } = new PostingCache().get(measured, "kettle");
    expect(Math.max(...lengths)).toBeLessThan(MAX_STRING);
    expect(places).toEqual(Int32Array.from({ length: CHUNKS }, (_unused, place) => place));
    expect(pageCount).toBe(1);
  });
});
