import type { Route, RoutedSource } from "#worker/catalog/route.ts";
import { AppError } from "#worker/errors.ts";

/** Two versions of one source. */
export type VersionPair = { before: RoutedSource; after: RoutedSource };

/**
 * Pairs the sources that answer with those of the same name in the earlier version.
 * @throws AppError not-found where no source is held in the earlier version.
 */
export function versionsToCompare(earlier: Route, present: Route): VersionPair[] {
  const replaced = new Set(earlier.notices.flatMap(({ sourceIds }) => sourceIds));
  const pairs = earlier.sources.flatMap((before) => {
    if (replaced.has(before.address.sourceId)) return [];
    const after = present.sources.find(
      ({ name, address }) =>
        name.toLowerCase() === before.name.toLowerCase() && address.sourceId !== before.address.sourceId,
    );
    return after ? [{ before, after }] : [];
  });
  if (pairs.length > 0) return pairs.slice(0, MAX_PAIRS);
  const notice = earlier.notices.find(({ isOfNamed }) => isOfNamed) ?? earlier.notices[0];
  const why = notice?.text ?? "No two versions of that library are indexed.";
  throw new AppError(
    "not-found",
    `${why} \`since\` takes another version that is indexed, or a date such as 2026-11-01.`,
  );
}

/** Most pairs of sources that are compared: a version is meant for one library. */
const MAX_PAIRS = 3;
