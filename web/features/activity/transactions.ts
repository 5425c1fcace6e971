import type { InferResponseType } from "hono/client";
import type { api } from "#web/api/client.ts";
import { TRANSACTION_SOURCES } from "#schema/values.ts";
import type { TransactionSource } from "#schema/values.ts";
import { hasWords } from "#web/lib/has-words.ts";
import { readSort, sorted } from "#web/lib/sort.ts";
import type { Sort } from "#web/lib/sort.ts";

export type Transaction = InferResponseType<
  (typeof api.api)["credits"]["transactions"]["$get"]
>["transactions"][number];

export type Filters = {
  type: "all" | TransactionSource;
  /** First day in the reader's own calendar, `2026-11-21`; empty for no bound. */
  from: string;
  to: string;
  key: string;
  /** The user id of a team's member; empty for everyone. */
  member: string;
  text: string;
};

export const NO_FILTERS: Filters = { type: "all", from: "", to: "", key: "", member: "", text: "" };

/** Email addresses of a team's members by user id; without any, the activity is a person's own. */
export type MemberNames = ReadonlyMap<string, string>;
export const NO_MEMBERS: MemberNames = new Map();

/** Filters as the address has them; parameters and values that are not ours are left out. */
export function readFilters(params: URLSearchParams): Filters {
  const type = params.get("type");
  const day = (name: string) => /^\d{4}-\d{2}-\d{2}$/.exec(params.get(name) ?? "")?.[0] ?? "";
  return {
    type: TRANSACTION_SOURCES.find((source) => source === type) ?? "all",
    from: day("from"),
    to: day("to"),
    key: params.get("key") ?? "",
    member: params.get("member") ?? "",
    text: params.get("text") ?? "",
  };
}

/** The address of filters, without filters that let everything through. Other parameters stay. */
export function writeFilters(params: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(filters)) {
    if (value === "" || value === "all") next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** The time from the first millisecond of `from` to the last of `to`, in the reader's own time (specification, section 5). */
export function rangeOf({ from, to }: Pick<Filters, "from" | "to">): { from: Date | null; to: Date | null } {
  return {
    from: from === "" ? null : new Date(`${from}T00:00:00`),
    to: to === "" ? null : new Date(`${to}T23:59:59.999`),
  };
}

/** Rows that pass all filters, in their order. */
export function filterTransactions(
  rows: readonly Transaction[],
  filters: Filters,
  members: MemberNames = NO_MEMBERS,
): Transaction[] {
  const range = rangeOf(filters);
  const from = range.from?.getTime() ?? Number.NEGATIVE_INFINITY;
  const to = range.to?.getTime() ?? Number.POSITIVE_INFINITY;
  return rows.filter((row) => {
    const time = new Date(row.timestamp).getTime();
    if (time < from || time > to) return false;
    if (filters.type !== "all" && row.source !== filters.type) return false;
    if (filters.key !== "" && keyNameOf(row) !== filters.key) return false;
    if (filters.member !== "" && row.userId !== filters.member) return false;
    const member = members === NO_MEMBERS ? "" : memberOf(row, members);
    return hasWords(`${row.source} ${detailsOf(row)} ${keyNameOf(row)} ${member}`, filters.text);
  });
}

/**
 * The member who used a team's credits: the address in the list of members, else the one in the row, else the user id. Empty
 * where nobody is known (specification, section 6).
 */
export function memberOf({ userId, metadata }: Transaction, members: MemberNames): string {
  const known = userId === null ? undefined : members.get(userId);
  const noted = metadata?.userEmail ?? metadata?.user;
  return known ?? (typeof noted === "string" && noted !== "" ? noted : (userId ?? ""));
}

/** The key that was used, or the program that was let in without a key; empty for calls made in the console itself. */
export function keyNameOf({ metadata }: Transaction): string {
  const name = metadata?.apiKeyName ?? metadata?.clientName;
  return typeof name === "string" ? name : "";
}

/** The arguments of a usage, or null: only a row that has some can be opened (specification, section 4). */
export function argsOf({ source, metadata }: Transaction): Record<string, unknown> | null {
  const args = metadata?.args;
  return source === "usage" && typeof args === "object" && args !== null
    ? (args as Record<string, unknown>)
    : null;
}

/** The path that asks a search again as it was; null for everything else. */
export function againPath(row: Transaction): string | null {
  const { query, scope, sources } = argsOf(row) ?? {};
  if (typeof query !== "string") return null;
  const params = new URLSearchParams({ q: query });
  if (typeof scope === "string") params.set("scope", scope);
  for (const source of Array.isArray(sources) ? sources : [])
    if (typeof source === "string") params.append("source", source);
  return `/search?${params}`;
}

/** Details for rows that come without words of their own. */
const DETAILS: Record<TransactionSource, string> = {
  initial: "Starting credits",
  subscription: "Allowance of the plan",
  purchase: "Credits bought",
  usage: "",
};

/** The subject of a row in one line: the question, the address, or the words that came with the row. */
export function detailsOf(row: Transaction): string {
  const args = argsOf(row);
  const subject = args?.query ?? args?.url ?? args?.id;
  return typeof subject === "string" ? subject : row.details || DETAILS[row.source];
}

/** Tokens that were sent and tokens of the full pages, or null where a row has none. */
export function tokensOf({ metadata }: Transaction): { sent: number; full: number } | null {
  const { tokens, pageTokens } = metadata ?? {};
  return typeof tokens === "number" && typeof pageTokens === "number"
    ? { sent: tokens, full: pageTokens }
    : null;
}

/** An amount with a plus sign when positive, `+1,000`, `-1` (specification, section 9). */
export function formatAmount(amount: number): string {
  return `${amount > 0 ? "+" : ""}${amount.toLocaleString("en-US")}`;
}

export const COLUMNS = ["timestamp", "source", "details", "key", "member", "amount"] as const;
export type ColumnId = (typeof COLUMNS)[number];

/** Columns of a table: a person's own activity has no members. */
export function columnsFor(members: MemberNames): readonly ColumnId[] {
  return members === NO_MEMBERS ? COLUMNS.filter((column) => column !== "member") : COLUMNS;
}

/** The order and the columns as the address has them; names that are not ours are left out. */
export function readView(
  params: URLSearchParams,
  known: readonly ColumnId[] = COLUMNS,
): {
  sort: Sort<ColumnId>;
  columns: readonly ColumnId[];
} {
  const wanted = new Set<string>(params.get("columns")?.split(",") ?? known);
  const columns = known.filter((one) => wanted.has(one));
  return {
    sort: readSort(params, known),
    // One column at least is shown, or there is no header from which to choose others.
    columns: columns.length > 0 ? columns : known,
  };
}

/** The address with the chosen columns, which are left out when all are shown. Other parameters stay. */
export function writeColumns(
  params: URLSearchParams,
  columns: readonly ColumnId[],
  known: readonly ColumnId[] = COLUMNS,
): URLSearchParams {
  const next = new URLSearchParams(params);
  if (columns.length === known.length) next.delete("columns");
  else next.set("columns", COLUMNS.filter((column) => columns.includes(column)).join(","));
  return next;
}

/** A sorted copy; without a sort in the server's order, newest first. */
export function sortTransactions(
  rows: readonly Transaction[],
  sort: Sort<ColumnId>,
  members: MemberNames = NO_MEMBERS,
): Transaction[] {
  return sorted(rows, sort, (row, column) => valueOf(row, column, members));
}

function valueOf(row: Transaction, column: ColumnId, members: MemberNames): string | number {
  switch (column) {
    case "timestamp":
      return new Date(row.timestamp).getTime();
    case "source":
      return row.source;
    case "details":
      return detailsOf(row).toLowerCase();
    case "key":
      return keyNameOf(row).toLowerCase();
    case "member":
      return memberOf(row, members).toLowerCase();
    case "amount":
      return row.amount;
    default:
      return column satisfies never;
  }
}
