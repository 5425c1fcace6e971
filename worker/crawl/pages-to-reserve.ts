/**
 * How many pages of the plan a run asks for: what its next pages need at least, and how many it would have. Null when what it
 * has reserved will do. Some are reserved ahead, so that the plan is not asked for every page: few enough that those which
 * are not used in the end keep no other run from much.
 */
export function pagesToReserve(run: {
  pageLimit: number;
  planPages: number;
  searchable: number;
  leased: number;
  pending: number;
  reserved: number;
  want: number;
}): { needed: number; upTo: number } | null {
  const { pageLimit, planPages, pending, reserved, want } = run;
  const inHand = run.searchable + run.leased;
  const needed = Math.min(pageLimit, inHand + Math.min(want, pending));
  if (pending === 0 || needed <= reserved) return null;
  const ahead = Math.min(1000, Math.ceil(planPages / 50));
  return { needed, upTo: Math.min(pageLimit, Math.max(needed, inHand + ahead)) };
}
