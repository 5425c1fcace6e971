import * as z from "zod";
import type { SourceRow } from "#schema/index.ts";
import { DEFAULT_INDEX_ID } from "#schema/values.ts";
import { PUBLIC_OWNER } from "#worker/context.ts";
import type { Ctx, SourceOwner, Owner } from "#worker/context.ts";
import { isApiDescriptionName } from "#worker/content/api-description-name.ts";
import { canonicalUrl } from "#worker/content/crawl-url.ts";
import { compareVersions } from "#worker/public-catalog/versions.ts";
import { AppError } from "#worker/errors.ts";
import { checkUrl, FetchRefused } from "#worker/platform/guarded-fetch.ts";
import { beginRun } from "./begin-run.ts";
import type { StartedIndexJob } from "./begin-run.ts";
import { pageAllowance, pagesLeft } from "./page-allowance.ts";
import type { PageAllowance } from "./page-allowance.ts";
import { listSourceRows, listSourcesAtUrl } from "./repo.ts";
import type { SourceKind } from "#schema/values.ts";
import { sealHeaders, sourceHeadersInput } from "./source-headers.ts";
import { freeName, nameFromUrl } from "./source-name.ts";

const pattern = z.string().trim().min(1).max(200);

export const startIndexJobInput = z.object({
  /** URL where the documentation begins; a llms.txt or a sitemap will do. */
  url: z.string().trim().min(1).max(2000),
  displayName: z.string().trim().min(1).max(100).optional(),
  /** Subject of the documentation; helps to find the source for a question. */
  description: z.string().trim().min(1).max(1000).optional(),
  /** Glob patterns on the path below the start URL's folder. */
  include: z.array(pattern).max(50).optional(),
  exclude: z.array(pattern).max(50).optional(),
  maxPages: z.number().int().min(1).max(1_000_000).optional(),
  version: z.string().trim().min(1).max(100).optional(),
  headers: sourceHeadersInput.optional(),
});
export type StartIndexJob = z.infer<typeof startIndexJobInput>;

/** Kinds of sources that begin with the URL of a document. */
const CRAWLED: ReadonlySet<SourceKind> = new Set<SourceKind>(["site", "api-description"]);

/** The part of a source's input that the source keeps, so that a refresh does the same. */
const crawlOptions = startIndexJobInput.pick({ include: true, exclude: true, maxPages: true });

/** The input that repeats a site's first run. */
export function inputOfSource({
  url,
  version,
  options,
}: Pick<SourceRow, "url" | "version" | "options">): StartIndexJob {
  return { url, version: version ?? undefined, ...crawlOptions.parse(options ?? {}) };
}

type StartCtx<O extends SourceOwner | null = Owner> = Pick<
  Ctx<O>,
  "actor" | "scope" | "db" | "services" | "now" | "newId"
>;

/**
 * Begins to index a site for the scope's owner and returns at once. The same URL again is the same source crawled again; with another
 * version it is a source of its own, under the same name. A source without a version takes the given one. Throws aborted while a run of
 * the source is going on, and resource-exhausted when the plan has no page left.
 */
export async function startIndexJob(ctx: StartCtx, input: StartIndexJob): Promise<StartedIndexJob> {
  return await begin(ctx, ctx.scope.owner, input, await pageAllowance(ctx));
}

/** Begins to index a site for everybody. Only the system may. */
export async function startPublicIndexJob(
  ctx: StartCtx<SourceOwner | null>,
  input: StartIndexJob,
): Promise<StartedIndexJob> {
  if (ctx.actor.kind !== "system")
    throw new AppError("permission-denied", "Only the service itself indexes documentation for everybody.");
  if (input.headers)
    throw new AppError("invalid-argument", "What only a sign-in opens is not for everybody.");
  return await begin(ctx, PUBLIC_OWNER, input, { pageLimit: null, planName: null, startedByUserId: null });
}

async function begin(
  ctx: Omit<StartCtx, "scope" | "actor">,
  owner: SourceOwner,
  input: StartIndexJob,
  allowance: PageAllowance,
): Promise<StartedIndexJob> {
  const url = readStartUrl(ctx, input.url);
  const atUrl = (await listSourcesAtUrl(ctx.db, owner, url)).filter(({ kind }) => CRAWLED.has(kind));
  const known = chooseKnown(atUrl, input.version);
  const sourceId = known?.id ?? ctx.newId("src");
  const { pageLimit, planPages } = await pagesLeft(ctx, owner, sourceId, allowance);
  const version = known?.version ?? input.version ?? null;
  const source = {
    id: sourceId,
    kind: known?.kind ?? kindOf(url),
    indexId: known?.indexId ?? DEFAULT_INDEX_ID,
    name: chooseName(await listSourceRows(ctx.db, owner), {
      sourceId,
      version,
      url,
      ownName: (known ?? atUrl[0])?.name,
      wanted: input.displayName,
    }),
    url,
    version,
    description: input.description ?? known?.description ?? null,
    options: crawlOptions.parse(input),
    sealedHeaders: await sealHeaders(ctx, { owner, sourceId, url }, input.headers),
    isNew: known === null,
  };
  return await beginRun(ctx, {
    owner,
    source,
    startedByUserId: allowance.startedByUserId,
    work: {
      include: input.include ?? [],
      exclude: input.exclude ?? [],
      pageLimit: Math.min(pageLimit, input.maxPages ?? pageLimit),
      planPages,
    },
  });
}

/** The kind of source at a start URL. A URL that is named like API descriptions is one; its scope is that URL alone. */
function kindOf(url: string): SourceKind {
  const fileName = new URL(url).pathname.split("/").at(-1) ?? "";
  return isApiDescriptionName(fileName) ? "api-description" : "site";
}

/** The start URL of a typed address: without a scheme it means https. */
function readStartUrl(ctx: Pick<Ctx, "services">, typed: string): string {
  const href =
    /^[a-z][a-z0-9+.-]*:/i.test(typed) && !/^[^/]+:\d+(?:\/|$)/.test(typed) ? typed : `https://${typed}`;
  try {
    const url = canonicalUrl(checkUrl(href, { loopbackHosts: ctx.services.config.loopbackHosts }).href);
    if (url) return url;
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    throw new AppError("invalid-argument", `This URL cannot be indexed: ${error.message}.`, {
      data: { url: typed, kind: error.kind },
    });
  }
  throw new AppError("invalid-argument", "This URL cannot be indexed: it is too long.", {
    data: { url: typed },
  });
}

/** The source that a URL means, among the versions of the documentation there. */
function chooseKnown(atUrl: SourceRow[], version: string | undefined): SourceRow | null {
  const unversioned = atUrl.find((source) => source.version === null);
  if (version !== undefined) {
    const same = atUrl.find(
      (source) => source.version !== null && compareVersions(source.version, version) === 0,
    );
    return same ?? unversioned ?? null;
  }
  if (atUrl.length <= 1 || unversioned) return unversioned ?? atUrl[0] ?? null;
  const versions = atUrl.map((source) => source.version!).toSorted(compareVersions);
  throw new AppError(
    "invalid-argument",
    `That URL is indexed in the versions ${versions.join(", ")}. Say with \`version\` which one is to be indexed.`,
    { data: { versions } },
  );
}

/** The name for a source. Names are unique among the owner's sources of one version; versions of the same thing share theirs. */
function chooseName(
  sources: SourceRow[],
  source: {
    sourceId: string;
    version: string | null;
    url: string;
    /** Name of the source itself, or of another version of it. */
    ownName: string | undefined;
    wanted: string | undefined;
  },
): string {
  const { sourceId, version, ownName, wanted } = source;
  const others = sources.filter((other) => other.id !== sourceId);
  // A generated name does not make another site a version of this one.
  const name = wanted ?? ownName ?? freeName(nameFromUrl(source.url), new Set(others.map((one) => one.name)));
  if (!others.some((other) => other.name === name && other.version === version)) return name;
  const what = version === null ? `"${name}"` : `"${name}" of version ${version}`;
  throw new AppError("invalid-argument", `There is a source named ${what} already. Choose another name.`, {
    data: { displayName: name },
  });
}
