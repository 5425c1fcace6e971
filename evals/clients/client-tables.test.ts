import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "#local/root.ts";
import { withClientTables } from "./client-tables.ts";

it("docs/mcp-clients.md shows the rules as they are; `npm run bench -- clients` writes it", () => {
  const page = readFileSync(join(ROOT, "docs/mcp-clients.md"), "utf8");
  expect(withClientTables(page)).toBe(page);
});
