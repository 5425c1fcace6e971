import { DocsIndex as ProductIndex } from "#worker/docs-index/docs-index.ts";
import type { IndexQuery } from "#worker/docs-index/candidates.ts";
import type { PutPage } from "#worker/docs-index/pages.ts";

/** The product's object alone, behind a door of our own, so that one call of the object can be timed from outside. */
export class DocsIndex extends ProductIndex {}

export type IndexCall =
  | { name: string; kind: "nothing" }
  | { name: string; kind: "find"; query: Omit<IndexQuery, "vector"> & { vector: number[] } }
  | { name: string; kind: "put"; page: Omit<PutPage, "vectors"> & { vectors: number[][] } };

/** The calls that are used here: the programs of this folder are checked without the types of the Worker's runtime. */
type Calls = Pick<ProductIndex, "totals" | "findCandidates" | "putPage">;
type Env = { DOCS_INDEX: { getByName(name: string): Calls } };

const door = {
  async fetch(request: Request, env: Env): Promise<Response> {
    const call = (await request.json()) as IndexCall;
    const index = env.DOCS_INDEX.getByName(call.name);
    switch (call.kind) {
      case "nothing":
        return Response.json(await index.totals());
      case "find": {
        const query = { ...call.query, vector: Float32Array.from(call.query.vector) };
        const { chunks } = await index.findCandidates(query);
        return Response.json({ candidates: chunks.ids.length });
      }
      case "put": {
        const vectors = call.page.vectors.map((vector) => Int8Array.from(vector));
        return Response.json({ outcome: await index.putPage({ ...call.page, vectors }) });
      }
    }
  },
};

// oxlint-disable-next-line import/no-default-export -- workerd takes the entry of a Worker as its default export
export default door;
