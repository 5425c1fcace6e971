import { csvOf } from "#web/lib/csv.ts";
import { detailsOf, keyNameOf, memberOf, NO_MEMBERS, tokensOf } from "./transactions.ts";
import type { MemberNames, Transaction } from "./transactions.ts";

const HEADER = [
  "timestamp",
  "type",
  "details",
  "api key",
  "amount",
  "tokens sent",
  "tokens of the full pages",
  "id",
];

/** The columns that a team's rows have besides. */
const TEAM_HEADER = ["member", "member account amount"];

/** Rows as CSV; each row of a team ends with the member and what that member's own account paid. */
export function toCsv(rows: readonly Transaction[], members: MemberNames = NO_MEMBERS): string {
  const isTeam = members !== NO_MEMBERS;
  const lines = rows.map((row) => {
    const tokens = tokensOf(row);
    return [
      row.timestamp,
      row.source,
      detailsOf(row),
      keyNameOf(row),
      String(row.amount),
      String(tokens?.sent ?? ""),
      String(tokens?.full ?? ""),
      row.id,
      ...(isTeam ? [memberOf(row, members), String(row.userAccountAmount ?? "")] : []),
    ];
  });
  return csvOf([[...HEADER, ...(isTeam ? TEAM_HEADER : [])], ...lines]);
}

export function toJson(rows: readonly Transaction[]): string {
  return `${JSON.stringify(rows, null, 2)}\n`;
}
