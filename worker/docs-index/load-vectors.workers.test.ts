import { env, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { newId } from "#worker/platform/ids.ts";
import { loadVectors } from "./load-vectors.ts";
import { EMBEDDER_ID, pageOf, questionOf } from "./test-pages.ts";

it("reads the vectors of an index, and none of one whose vectors have no room", async () => {
  const index = env.DOCS_INDEX.getByName(newId("idx"));
  await index.putPage(await pageOf("https://a.test/kettles", "# Kettles\n\nBoil water in a kettle."));
  await index.putPage(await pageOf("https://a.test/toasters", "# Toasters\n\nEmpty the tray of crumbs."));
  const { vector } = await questionOf("boil water");
  const dims = vector!.length;
  await runInDurableObject(index, (_, { storage }) => {
    const nearest = (maxBytes?: number) =>
      loadVectors(storage.sql, EMBEDDER_ID, dims, maxBytes)?.nearest(vector!, 1).length;
    expect(nearest()).toBe(1);
    expect(nearest(2 * dims)).toBe(1);
    expect(nearest(2 * dims - 1)).toBeUndefined();
  });
});
