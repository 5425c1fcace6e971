import { userOwner } from "#worker/owner.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { COLLECTIONS, DOCUMENTS } from "./live-documents.ts";
import type { CollectionRule, LiveDocument } from "./live-documents.ts";
import type { LiveQuery } from "./live-query.ts";

/** Answer of a live read; `document` is null when there is none at the path. */
export type LiveAnswer = { document: LiveDocument | null } | { documents: LiveDocument[] };

/**
 * A document, or the documents of a collection with the newest first, as the web app of the specification reads them (section 7). Each
 * path is one verb of a feature, limited to the user who is signed in: permission-denied for another user's path, and not-found for a path
 * that nobody can read.
 */
export async function readLive(ctx: Ctx, query: LiveQuery): Promise<LiveAnswer> {
  if (ctx.actor.kind !== "session")
    throw new AppError("permission-denied", "Live reads are for people who are signed in.");
  const { userId: uid } = ctx.actor;
  const { segments } = query;
  const own = { uid, segments, ctx: { ...ctx, scope: { owner: userOwner(uid) } } };

  if (query.kind === "document") {
    const rule = DOCUMENTS.find(({ path }) => isAt(path, segments));
    if (!rule) throw new AppError("not-found", "No document can be read at this path.");
    requireOwnPath(rule.path, segments, uid);
    return { document: await rule.read(own) };
  }

  const rule = COLLECTIONS.find(({ path }) => isAt(path, segments));
  if (!rule) throw new AppError("not-found", "No collection can be read at this path.");
  const isOwnedByPath = rule.path.includes(":uid");
  if (isOwnedByPath) requireOwnPath(rule.path, segments, uid);
  else requireOwnFilter(query, uid);
  const { limit, isReversed } = readOrder(query, rule);
  const filters = query.filters.filter(({ field }) => isOwnedByPath || field !== "userId");
  for (const { field, operator } of filters) {
    const operators = Object.hasOwn(rule.filters, field) ? rule.filters[field] : undefined;
    if (!operators?.includes(operator))
      throw new AppError(
        "invalid-argument",
        `This collection cannot be filtered by ${operator} on that field.`,
        {
          data: { filters: rule.filters },
        },
      );
  }
  const newest = (await rule.list({ ...own, filters, limit })).slice(0, limit);
  return { documents: isReversed ? newest.toReversed() : newest };
}

function isAt(pattern: string, segments: string[]): boolean {
  const parts = pattern.split("/");
  return (
    parts.length === segments.length && parts.every((part, i) => part.startsWith(":") || part === segments[i])
  );
}

function requireOwnPath(pattern: string, segments: string[], uid: string): void {
  if (segments[pattern.split("/").indexOf(":uid")] !== uid)
    throw new AppError("permission-denied", "You can only read your own documents.");
}

function requireOwnFilter({ filters }: LiveQuery, uid: string): void {
  const owners = filters.filter(({ field }) => field === "userId");
  if (owners.length === 0 || !owners.every(({ operator, value }) => operator === "==" && value === uid))
    throw new AppError(
      "permission-denied",
      "You can only read your own documents: filter by userId == your own id.",
    );
}

/** How a read is ordered: newest first up to a limit, or in ascending order the last so many. */
function readOrder(query: LiveQuery, rule: CollectionRule): { limit: number; isReversed: boolean } {
  const { orderBy, limit, limitToLast } = query;
  if (orderBy && orderBy.field !== rule.orderBy)
    throw new AppError("invalid-argument", `This collection is ordered by ${rule.orderBy ?? "nothing"}.`);
  const isReversed = orderBy?.direction === "asc";
  if (isReversed !== (limitToLast !== null))
    throw new AppError(
      "invalid-argument",
      `Ask for the newest: orderBy "${rule.orderBy} desc" with limit, or "${rule.orderBy} asc" with limitToLast.`,
    );
  const wanted = limitToLast ?? limit ?? rule.maxLimit;
  if (wanted > rule.maxLimit)
    throw new AppError("invalid-argument", `The limit of this collection is ${rule.maxLimit}.`, {
      data: { limit: rule.maxLimit, current: wanted },
    });
  return { limit: wanted, isReversed };
}
