import { expect, it, vi } from "vitest";
import { IndexMemory } from "./index-memory.ts";
import { indexOfDocs, urlsWith } from "./test-index.ts";
import { VectorCache } from "./vector-cache.ts";

const QUESTION = "how is a webhook verified";

it("of an index goes when another index needs the room, and is read again for the next question", async () => {
  const index = await indexOfDocs();
  const urls = await urlsWith(index, QUESTION);
  expect(urls.length).toBeGreaterThan(0);
  const letGo = vi.spyOn(IndexMemory.prototype, "letGo");
  const large = new IndexMemory();
  large.vectors = new VectorCache("large", 128);
  large.vectors.reserve(500_000);
  large.noteUse();
  expect(letGo).toHaveBeenCalled();
  expect(letGo.mock.contexts).not.toContain(large);
  expect(await urlsWith(index, QUESTION)).toEqual(urls);
  // Now the large one is the one that was used longest ago.
  expect(letGo.mock.contexts).toContain(large);
  expect(large.byteLength).toBe(0);
});
