import { expect, it } from "vitest";
import { readSecurityPage, withAccessTable } from "./access-table.ts";

it("docs/security.md shows the rules that the door enforces; `node scripts/access-table.ts` writes them", () => {
  const page = readSecurityPage();
  expect(page).toContain("| `POST /mcp` | mcp |");
  expect(withAccessTable(page)).toBe(page);
});
