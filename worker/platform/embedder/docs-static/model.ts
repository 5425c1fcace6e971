import type { StaticModel } from "../static-encoder.ts";

/** Description of `weights.bin` and `vocab.txt`; see NOTICE. */
export const DOCS_STATIC: StaticModel & { id: string } = {
  id: "docs-static/2026-11-21.2",
  dims: 128,
  words: 42236,
  buckets: 8192,
  headWeight: 0.3,
};
