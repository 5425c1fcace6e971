/**
 * The table of docs/security.md: who may call which route. `node scripts/access-table.ts` writes it anew from
 * worker/access/access.ts; a test fails while the page says something else.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#local/root.ts";
import { ACCESS, CALLABLE_ACCESS, CALLERS, mayCall, mayCallForTeam } from "#worker/access/access.ts";
import type { Access } from "#worker/access/access.ts";
import { TEAM_ROLES } from "#schema/values.ts";

const PAGE = join(ROOT, "docs/security.md");
const BETWEEN = /(<!-- access table -->\n)[\s\S]*?(\n<!-- end of access table -->)/;

/** The page with its table up to date. */
export function withAccessTable(page: string): string {
  return page.replace(BETWEEN, (_, before: string, after: string) => before + accessTable() + after);
}

export function readSecurityPage(): string {
  return readFileSync(PAGE, "utf8");
}

function accessTable(): string {
  const rows: [string, Access][] = [
    ...Object.entries(ACCESS),
    ...Object.entries(CALLABLE_ACCESS).map(([name, access]): [string, Access] => [
      `POST /api/functions/${name}`,
      access,
    ]),
  ];
  return [
    line(["Route", "Permission", ...CALLERS, ...TEAM_ROLES.map((role) => `team ${role}`)]),
    line(["---", "---", ...CALLERS.map(() => ":-:"), ...TEAM_ROLES.map(() => ":-:")]),
    ...rows.map(([route, access]) =>
      line([
        `\`${route}\``,
        access,
        ...CALLERS.map((caller) => mark(mayCall(access, caller))),
        ...TEAM_ROLES.map((role) => mark(mayCallForTeam(access, role))),
      ]),
    ),
  ].join("\n");
}

/** A mark for yes or no; blank where the question does not arise. */
function mark(answer: boolean | null): string {
  if (answer === null) return "";
  return answer ? "yes" : "–";
}

function line(cells: string[]): string {
  return `| ${cells.join(" | ")} |`;
}

if (import.meta.main) writeFileSync(PAGE, withAccessTable(readSecurityPage()));
