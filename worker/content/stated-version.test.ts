import { expect, it } from "vitest";
import { statedVersion } from "./stated-version.ts";

it.each([
  ["Model Meta options — Django 3.2.25 documentation", "3.2.25"],
  ["File system | Node.js v18.20.4 Documentation", "18.20.4"],
  ["What’s New In Python 3.9 — Python 3.11.2 documentation", "3.11.2"],
  ["Quickstart — Flask Documentation (2.2.x)", "2.2"],
  ["BIND 9 Administrator Reference Manual", null],
  ["Django 3.2 release notes", null],
  ["RFC 9110 documentation", null],
  [`${"x ".repeat(200)} 3.2 documentation`, null],
])("reads %s", (title, version) => {
  expect(statedVersion([title])).toBe(version);
});

it("takes the first title that names a version", () => {
  expect(statedVersion([null, "Releases", "Zed 1.2 docs", "Zed 1.3 docs"])).toBe("1.2");
  expect(statedVersion([])).toBeNull();
});
