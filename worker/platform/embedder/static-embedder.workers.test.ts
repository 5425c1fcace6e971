import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { assetFiles } from "../data-files.ts";
import { TEST_VECTORS } from "./docs-static/test-vectors.ts";
import { staticEmbedder } from "./static-embedder.ts";

const embedder = staticEmbedder(assetFiles(env.ASSETS));

describe("staticEmbedder", () => {
  it.each(TEST_VECTORS)("gives the numbers of the reference encoder: $text", async ({ text, first8 }) => {
    const vector = await embedder.embedQuery(text);
    expect(vector).toHaveLength(embedder.dims);
    first8.forEach((value, i) => expect(vector[i]).toBeCloseTo(value, 5));
  });

  it("gives unit vectors, and zeros for a text without words", async () => {
    expect(
      cosine(await embedder.embedQuery("zqxwv frobnicate"), await embedder.embedQuery("zqxwv frobnicate")),
    ).toBeCloseTo(1);
    expect(new Set(await embedder.embedQuery("…?!"))).toEqual(new Set([0]));
  });

  it("puts a question nearest to the passage that answers it", async () => {
    const question = await embedder.embedQuery("how do I throw away a login token");
    const passages = [
      {
        title: "Sessions",
        heading: "Revoke a session",
        body: "Call `revokeSession(token)` to invalidate the session token.",
      },
      {
        title: "Routing",
        heading: "Path parameters",
        body: "A segment that begins with a colon matches any text.",
      },
      {
        title: "Tables",
        heading: "Foreign keys",
        body: "`ON DELETE CASCADE` deletes the rows that refer to it.",
      },
    ];
    const vectors = await embedder.embedPassages(passages);
    const cosines = vectors.map((vector) => cosine(question, vector) / 127);
    expect(vectors.every((vector) => vector instanceof Int8Array)).toBe(true);
    expect(cosines[0]).toBeGreaterThan(Math.max(cosines[1]!, cosines[2]!) + 0.2);
  });

  it("lets title and heading count in a passage", async () => {
    const body = "It takes two arguments.";
    const [plain, titled] = await embedder.embedPassages([
      { title: "", heading: "", body },
      { title: "Cookies", heading: "SameSite", body },
    ]);
    const question = await embedder.embedQuery("cookie SameSite");
    expect(cosine(question, titled!)).toBeGreaterThan(cosine(question, plain!));
  });
});

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
