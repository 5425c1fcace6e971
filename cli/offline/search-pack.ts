import type * as z from "zod";
import type { PackFile } from "#schema/api/packs.ts";
import type { TokenCounts } from "#worker/calls/agent-tool.ts";
import type { SourceRow } from "#worker/catalog/repo.ts";
import { routeAmong } from "#worker/catalog/route.ts";
import type { Ctx } from "#worker/context.ts";
import { ANALYSIS_VERSION } from "#worker/docs-index/store-page.ts";
import { AppError } from "#worker/errors.ts";
import { staticEmbedder } from "#worker/platform/embedder/static-embedder.ts";
import { findStored } from "#worker/reader/find-page.ts";
import { readFound, readInput } from "#worker/reader/read-url.ts";
import { searchInput, searchRouted } from "#worker/search/search-docs.ts";
import { CliError } from "../cli-error.ts";
import { EXIT, exitOf } from "../exit-codes.ts";
import { dataFile } from "./pack-data.ts";
import type { PackFileStore } from "./pack-file.ts";
import { PackedIndex } from "./packed-index.ts";

/** An answer as text for an agent, and as data. */
export type OfflineAnswer = { text: string; typed: Record<string, unknown> };

/** A pack ready to be asked: its sources, and the context of a request for the worker's modules. */
export type Asked = { rows: SourceRow[]; ctx: Pick<Ctx, "services" | "log"> };

/** The pack ready to be asked. Throws CliError for a pack whose pages another version analysed. */
export function askable(pack: PackFileStore): Asked {
  if (pack.analysis !== ANALYSIS_VERSION)
    throw new CliError(
      EXIT.usage,
      "invalid-argument",
      "Another version of docenda made this pack. Make it again with `docenda pack`.",
    );
  const indexes = new Map<string, PackedIndex>();
  const dataFiles = { bytes: async (name: string) => dataFile(name as PackFile) };
  const services = {
    docsIndex: ({ sourceId }: { sourceId: string }) => {
      const index = indexes.get(sourceId) ?? new PackedIndex(pack.extractSource(sourceId));
      indexes.set(sourceId, index);
      return index;
    },
    dataFiles,
    embedder: staticEmbedder(dataFiles),
    reranker: null,
  };
  const rows = pack.listSources().map(({ id, name, version, url, isPublic }): SourceRow => ({
    id,
    ownerKind: isPublic ? "public" : "user",
    ownerId: isPublic ? "public" : "offline",
    indexId: "default",
    name,
    version,
    url,
    homePrincipal: null,
  }));
  // Only a failure of the models is logged, and the answer itself says that words alone were searched.
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  return { rows, ctx: { services: services as unknown as Ctx["services"], log } };
}

/**
 * Answers the call of a tool from a pack as the server does: the same modules over the same index. Throws CliError when the arguments are
 * wrong, or ask for a source or a page that the pack doesn't have.
 */
export async function callPack(
  asked: Asked,
  name: string,
  args: Record<string, unknown>,
): Promise<OfflineAnswer> {
  if (args.since !== undefined && args.since !== null)
    throw new CliError(
      EXIT.usage,
      "invalid-argument",
      "A pack holds one state of its sources. Leave out `since`, or ask the server.",
    );
  try {
    if (name === "docenda_search_documentation") return await search(asked, args);
    if (name === "docenda_read_url") return await read(asked, args);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new CliError(exitOf(error.code), error.code, error.message, { cause: error });
  }
  throw new CliError(EXIT.usage, "invalid-argument", `No tool \`${name.slice(0, 80)}\` is offered here.`);
}

async function search({ ctx, rows }: Asked, args: Record<string, unknown>): Promise<OfflineAnswer> {
  const { scope, ...input } = validate(searchInput, args);
  const visible = rows.filter(
    ({ ownerKind }) =>
      scope === undefined || scope === "all" || (scope === "public") === (ownerKind === "public"),
  );
  const found = await searchRouted(ctx, input, (routing) => routeAmong(ctx, visible, new Map(), routing));
  const { text, tokens, sent: _sent, sentHashes: _hashes, meant: _meant, ...typed } = found;
  return { text, typed: { ...typed, session: null, receipt: receiptOf(tokens) } };
}

async function read({ ctx, rows }: Asked, args: Record<string, unknown>): Promise<OfflineAnswer> {
  const input = validate(readInput, args);
  const found = await readFound(ctx, input, async (url) => {
    const page = await findStored(ctx, url, rows);
    if (page) return page;
    throw new AppError(
      "not-found",
      "That page isn't in the pack. Use a URL from a search result, or ask the server.",
    );
  });
  const { text, page, tokens } = found;
  return { text, typed: { page: { ...page, text }, session: null, receipt: receiptOf(tokens) } };
}

function receiptOf({ sent, withheld, ofFullPages }: TokenCounts): Record<string, number> {
  return { tokensSent: sent, tokensWithheld: withheld, tokensOfFullPages: ofFullPages, creditsUsed: 0 };
}

/** The arguments in the schema's form. Throws AppError invalid-argument. */
function validate<S extends z.ZodType>(schema: S, args: Record<string, unknown>): z.output<S> {
  // Models send null for arguments that they leave out.
  const parsed = schema.safeParse(
    Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null)),
  );
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError("invalid-argument", `\`${issue!.path.join(".")}\`: ${issue!.message}.`);
}
