import type { SQL } from "drizzle-orm";
import { PUBLIC_OWNER, seesPrivate } from "#worker/context.ts";
import type { Ctx, Owner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";
import { readerOf } from "#worker/platform/readable-by.ts";
import type { Reader } from "#worker/platform/readable-by.ts";
import { pinsAsJson } from "#worker/version-pins/find-pins.ts";
import type { PinOfSource } from "#worker/version-pins/find-pins.ts";
import { UNCERTAIN_RANK } from "#worker/public-catalog/catalog-packages.ts";
import type { Pin } from "./choose-versions.ts";
import { listSourcesOf, PUBLIC_STATE, readValues, sourcesAsJson } from "./repo.ts";
import type { SourceRow } from "./repo.ts";

/** Values of D1 that a search or a read needs before all else. */
export type FirstReads = {
  /** The owner's sources that hold at least one page and that the caller may read, by name. */
  own: SourceRow[];
  /** Versions in the owner's lockfiles for sources that the owner may search, by the source's name in lower case. */
  pins: ReadonlyMap<string, Pin>;
  /** State of the public sources, which differs after every change. */
  publicState: string;
};

/** An owner, or SQL that gives the owner when the statement runs. */
export type OwnerExpression = { kind: string | SQL; id: string | SQL };

/** Owner for a client that may see public documents alone. */
const NOTHING_OWNED: OwnerExpression = { kind: "", id: "" };

/** The values of `FirstReads` in SQL, for a statement that may read other things as well; `asFirstReads` parses the result. */
export function firstReadsOf(owner: OwnerExpression, reader: Reader) {
  return { own: sourcesAsJson(owner, reader), pins: pinsAsJson(owner), publicState: PUBLIC_STATE };
}

export function asFirstReads({ own, pins, publicState }: Record<keyof FirstReads, string>): FirstReads {
  const found = JSON.parse(pins) as PinOfSource[];
  return {
    own: JSON.parse(own) as SourceRow[],
    pins: new Map(
      found.map(({ name, version, rank }) => [name, { version, isCertain: rank < UNCERTAIN_RANK }]),
    ),
    publicState,
  };
}

/** The values that the door has read with the caller's credential, or else a new reading of D1. */
export async function readFirst(
  ctx: Pick<Ctx<Owner | null>, "actor" | "db" | "scope" | "firstReads">,
): Promise<FirstReads> {
  if (ctx.firstReads) return ctx.firstReads;
  const owner = (seesPrivate(ctx) ? ctx.scope.owner : null) ?? NOTHING_OWNED;
  return asFirstReads(await readValues(ctx.db, firstReadsOf(owner, readerOf(ctx.actor))));
}

/**
 * The public sources as of the last look. Everybody sees the same, so an isolate keeps the list; every look asks whether the list is still
 * current. An owner's sources are read each time and never kept.
 */
let publicCache: { state: string; rows: SourceRow[] } | null = null;

/** The public sources that hold at least one page, by name: this isolate's list, if the list still has `state`. */
export async function listPublicSources(db: Db, state: string): Promise<SourceRow[]> {
  if (publicCache?.state === state) return publicCache.rows;
  const rows = await listSourcesOf(db, PUBLIC_OWNER);
  // A list read after its state is as new or newer; if newer, the next look reads the list once more.
  publicCache = { state, rows };
  return rows;
}
