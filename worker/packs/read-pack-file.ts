import type { PackFile } from "#schema/api/packs.ts";
import { TOKEN_TABLE } from "#worker/content/tokens.ts";
import type { Ctx } from "#worker/context.ts";
import { PHRASE_BOOK_FILES } from "#worker/docs-index/phrase-book/phrase-book.ts";
import { AppError } from "#worker/errors.ts";
import { STATIC_EMBEDDER_FILES } from "#worker/platform/embedder/static-embedder.ts";
import { publicCatalog } from "#worker/public-catalog/public-catalog.ts";

type FileCtx = Pick<Ctx, "services">;

const READ: Record<PackFile, (ctx: FileCtx) => ArrayBuffer | Promise<ArrayBuffer>> = {
  "o200k.bin": () => TOKEN_TABLE,
  "public-catalog.json": () =>
    new TextEncoder().encode(JSON.stringify(publicCatalog())).buffer as ArrayBuffer,
  "vocab.txt": ({ services }) => services.dataFiles.bytes(STATIC_EMBEDDER_FILES.vocabulary),
  "weights.bin": ({ services }) => services.dataFiles.bytes(STATIC_EMBEDDER_FILES.weights),
  "terms.txt": ({ services }) => services.dataFiles.bytes(PHRASE_BOOK_FILES.terms),
  "vectors.bin": ({ services }) => services.dataFiles.bytes(PHRASE_BOOK_FILES.vectors),
};

/**
 * A data file that a search without the server reads. The same for every caller.
 * @throws AppError not-found for any other name; unavailable when it can't be read now.
 */
export async function readPackFile(ctx: FileCtx, name: string): Promise<ArrayBuffer> {
  if (!Object.hasOwn(READ, name)) throw new AppError("not-found", "No data file has this name.");
  return READ[name as PackFile](ctx);
}
