import type { SQL } from "drizzle-orm";
import { PUBLIC_OWNER, seesPrivate } from "#worker/context.ts";
import type { Ctx, Owner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";
import { pinsAsJson } from "#worker/version-pins/find-pins.ts";
import type { PinOfSource } from "#worker/version-pins/find-pins.ts";
import { UNCERTAIN_RANK } from "#worker/public-catalogue/catalogue-packages.ts";
import type { Pin } from "./choose-versions.ts";
import { listSourcesOf, PUBLIC_STATE, readValues, sourcesAsJson } from "./repo.ts";
import type { SourceRow } from "./repo.ts";

/** What a search or a read must know of D1 before all else. */
export type FirstReads = {
  /** The owner's sources that hold at least one page, by name. */
  own: SourceRow[];
  /** The versions that the owner's lockfiles name of sources that it may search, by the name in lower case. */
  pins: ReadonlyMap<string, Pin>;
  /** Differs after every change of the public sources. */
  publicState: string;
};

/** An owner, or SQL that says who it is when the statement runs. */
export type OwnerExpression = { kind: string | SQL; id: string | SQL };

/** What a client has that may see public documents alone. */
const NOTHING_OWNED: OwnerExpression = { kind: "", id: "" };

/** The values of `FirstReads` in SQL, for a statement that may read other things as well; `asFirstReads` reads them. */
export function firstReadsOf(owner: OwnerExpression) {
  return { own: sourcesAsJson(owner), pins: pinsAsJson(owner), publicState: PUBLIC_STATE };
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

/** What the door has read with the caller's credential, or else what D1 says now. */
export async function readFirst(
  ctx: Pick<Ctx<Owner | null>, "actor" | "db" | "scope" | "firstReads">,
): Promise<FirstReads> {
  if (ctx.firstReads) return ctx.firstReads;
  const owner = (seesPrivate(ctx) ? ctx.scope.owner : null) ?? NOTHING_OWNED;
  return asFirstReads(await readValues(ctx.db, firstReadsOf(owner)));
}

/**
 * The public sources as they were at the last look. Everybody sees the same, so an isolate keeps them; every look asks
 * whether they are still the same. What belongs to somebody is read each time and kept by nobody.
 */
let publicCache: { state: string; rows: SourceRow[] } | null = null;

/** The public sources that hold at least one page, by name: those that this isolate knows, if they still have `state`. */
export async function listPublicSources(db: Db, state: string): Promise<SourceRow[]> {
  if (publicCache?.state === state) return publicCache.rows;
  const rows = await listSourcesOf(db, PUBLIC_OWNER);
  // A list that is read after its state is as new or newer; if newer, the next look reads it once more.
  publicCache = { state, rows };
  return rows;
}
