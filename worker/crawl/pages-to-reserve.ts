/**
 * Number of the plan's pages that a run asks for: `needed` for its next pages, `upTo` when possible. Null while the reserved ones suffice.
 * Some are reserved ahead, so that the plan is not asked for every page: few enough that unused ones hardly limit other runs.
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
