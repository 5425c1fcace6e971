/** The column and direction by which a table is ordered; null for the order of the rows as they came. */
export type Sort<Column extends string> = { column: Column; direction: "asc" | "desc" } | null;

/** The order as the address has it; a column that is not ours is left out. */
export function readSort<Column extends string>(
  params: URLSearchParams,
  columns: readonly Column[],
): Sort<Column> {
  const column = columns.find((one) => one === params.get("sort"));
  return column ? { column, direction: params.get("order") === "desc" ? "desc" : "asc" } : null;
}

/** The address with an order, or without one for null. Other parameters stay. */
export function writeSort(params: URLSearchParams, sort: Sort<string>): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete("order");
  if (sort === null) next.delete("sort");
  else next.set("sort", sort.column);
  if (sort?.direction === "desc") next.set("order", "desc");
  return next;
}

/** The next order of a column: ascending, then descending, then none (specification, section 4). */
export function nextSort<Column extends string>(sort: Sort<Column>, column: Column): Sort<Column> {
  if (sort?.column !== column) return { column, direction: "asc" };
  return sort.direction === "asc" ? { column, direction: "desc" } : null;
}

/** A sorted copy of the rows; without a sort, as they came. */
export function sorted<Row, Column extends string>(
  rows: readonly Row[],
  sort: Sort<Column>,
  valueOf: (row: Row, column: Column) => string | number,
): Row[] {
  if (sort === null) return [...rows];
  const sign = sort.direction === "asc" ? 1 : -1;
  return rows.toSorted((a, b) => sign * compare(valueOf(a, sort.column), valueOf(b, sort.column)));
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
