import { describe, expect, it } from "vitest";
import {
  compareVersions,
  findVersion,
  majorOf,
  matchesVersion,
  meansNewest,
  nearestOf,
  newestFirst,
  newestOf,
} from "./versions.ts";

it.each([
  ["1.2.3", "1.2.3", 0],
  ["v4", "4.0.0", 0],
  ["1.10", "1.9", 1],
  ["1.2.3.4", "1.2.3", 1],
  ["2024-10", "2024-9", 1],
  ["2024-10-01", "2024-10", 1],
  ["19.0.0-rc.1", "19.0.0", -1],
  ["19.0.0-rc.10", "19.0.0-rc.9", 1],
  ["3.14.0a1", "3.14.0b1", -1],
  ["3.14.0rc2", "3.13.9", 1],
  ["1.2.3+build.5", "1.2.3", 0],
  ["20 LTS", "20.0", 0],
  ["5.3.0.RELEASE", "5.3.0", 0],
  ["release-1.5", "1.4", 1],
  ["bookworm", "1.0", -1],
])("%s against %s: %i", (a, b, expected) => {
  expect(Math.sign(compareVersions(a, b))).toBe(expected);
  expect(Math.sign(compareVersions(b, a))).toBe(expected === 0 ? 0 : -expected);
});

it("puts the newest first: no version, releases, pre-releases, names", () => {
  const held = ["18.2.0", "bookworm", "19.1.0", "20.0.0-rc.1", null, "v9"];
  expect(held.toSorted(newestFirst)).toEqual([null, "19.1.0", "18.2.0", "v9", "20.0.0-rc.1", "bookworm"]);
  const branches = ["next@7e1b2c3d4e5f", "v4.x@0a1b2c3d4e5f", "main@5a1b2c3d4e5f", "v5.x@9a1b2c3d4e5f"];
  expect(branches.toSorted(newestFirst).map((branch) => branch.split("@")[0])).toEqual([
    "main",
    "v5.x",
    "v4.x",
    "next",
  ]);
});

describe("what is meant by a version", () => {
  it.each([
    ["18", "18.2.0", true],
    ["v18", "18.2.0", true],
    ["version 18", "v18.2", true],
    ["18.2", "18.20.0", false],
    ["1", "18.0", false],
    ["18.2.0", "18.2.0", true],
    ["18.2.5", "18.2.0", false],
    ["15.4", "15", false],
    ["15", "14", false],
    ["4.0.0", "v4", true],
    ["2024-10", "2024-10-01", true],
    ["2024", "2024-10", true],
    ["Bookworm", "bookworm", true],
    ["bookworm", "bullseye", false],
    ["18", "bookworm", false],
    ["main", "main@0a1b2c3d4e5f", true],
    ["main@0a1b2c3d4e5f", "main@0a1b2c3d4e5f", true],
    ["main@aaaaaaaaaaaa", "main@0a1b2c3d4e5f", false],
    ["next", "main@0a1b2c3d4e5f", false],
    ["5", "v5.x@0a1b2c3d4e5f", true],
    ["bookworm", "18", false],
    // Pre-releases.
    ["19", "19.0.0-rc.1", true],
    ["19.0.0", "19.0.0-rc.1", false],
    ["19.0.0-rc.1", "19.0.0-rc.1", true],
    ["19.0.0-rc.1", "19.0.0", false],
    ["19.0.0-rc.1", "19.0.0-rc.2", false],
    // Ranges.
    ["18.x", "18.2.0", true],
    ["18.x.x", "18.2.0", true],
    ["18.*", "19.0.0", false],
    ["^18.2.0", "18.3.1", true],
    ["^18.2.0", "18.1.0", false],
    ["^18.2.0", "19.0.0", false],
    ["^18.2.0", "18", true],
    ["^0.3.1", "0.3.4", true],
    ["^0.3.1", "0.4.0", false],
    ["^18", "18.3.0-beta.1", false],
    ["~18.2.1", "18.2.9", true],
    ["~18.2.1", "18.3.0", false],
    ["~18", "18.9.0", true],
    [">=18 <19", "18.9.0", true],
    [">= 18 < 19", "19.0.0", false],
    [">18", "18.9.0", false],
    [">18", "19.0.0", true],
    ["<=18", "18.9.0", true],
    ["=18.2.0", "18.2.0", true],
    ["17 || 18", "18.2.0", true],
    ["17 || ^18", "19.2.0", false],
    ["", "18.2.0", false],
    [">=", "18.2.0", false],
  ])("%s means %s: %s", (wanted, held, expected) => {
    expect(matchesVersion(wanted, held)).toBe(expected);
  });
});

function rowsOf(...versions: (string | null)[]) {
  return versions.map((version) => ({ version }));
}

it.each([
  ["18", rowsOf("18.2.0", "18.3.1", "19.1.0"), "18.3.1"],
  ["18.2", rowsOf("18.2.0", "18.3.1"), "18.2.0"],
  ["18", rowsOf("18", "18.3.1"), "18"],
  ["18", rowsOf("18.0.0-rc.1", "18.0.0-rc.2"), "18.0.0-rc.2"],
  ["17", rowsOf("18.2.0", null), undefined],
])("%s of what is held", (wanted, rows, expected) => {
  expect(findVersion(wanted, rows)?.version).toBe(expected);
});

it.each([
  ["17", rowsOf("19.1.0", "18.2.0"), "18.2.0"],
  ["18.3", rowsOf("18.2.0", "19.1.0"), "18.2.0"],
  ["18.2.5", rowsOf("18", "18.2", "19"), "18.2"],
  ["15.4", rowsOf("15", "16"), "15"],
  ["25", rowsOf("18.2.0", "19.1.0", "26.0.0-rc.1"), "19.1.0"],
  ["^17.0.2", rowsOf("16.0.0", "18.2.0"), "16.0.0"],
  ["bookworm", rowsOf("18.2.0", "19.1.0"), "19.1.0"],
  ["17", rowsOf(null), null],
])("nearest to %s", (wanted, rows, expected) => {
  expect(nearestOf(wanted, rows)?.version).toBe(expected);
});

it("prefers a release to a newer pre-release, and has nothing to choose from nothing", () => {
  expect(newestOf(rowsOf("18.2.0", "19.0.0-rc.1"))?.version).toBe("18.2.0");
  expect(newestOf([])).toBeNull();
  expect(nearestOf("1", [])).toBeNull();
});

it("reads majors and words for the newest", () => {
  expect([majorOf("v18.2"), majorOf("2024-10"), majorOf("next")]).toEqual([18, 2024, null]);
  expect([meansNewest("Latest"), meansNewest("18")]).toEqual([true, false]);
});
