import { expect, test } from "vitest";
import { GRADE_CHECKS } from "#schema/api/site-grades.ts";
import type { GradeCheck, GradeCheckId } from "#schema/api/site-grades.ts";
import { letterOf, scoreOf } from "./score.ts";

function checks(failing: Partial<Record<GradeCheckId, [passed: number, total: number]>>): GradeCheck[] {
  return GRADE_CHECKS.map(({ id }) => {
    const [passed, total] = failing[id] ?? [4, 4];
    return { id, passed, total, pages: [] };
  });
}

test("the weights add up to a hundred", () => {
  expect(GRADE_CHECKS.reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
});

test.each([
  [{}, 100, "A"],
  [{ "llms-txt": [0, 1] }, 90, "A"],
  [{ "llms-txt": [0, 1], markdown: [0, 5] }, 80, "B"],
  // A check that finds nothing is not weighed: 10 of 95.
  [{ "llms-txt": [0, 1], tables: [0, 0] }, 89, "B"],
  // Half of the pages cannot be read, however well the rest is written.
  [{ text: [25, 50] }, 50, "F"],
  [{ text: [0, 0] }, 0, "F"],
] as const)("%o gives %i", (failing, score, letter) => {
  const found = scoreOf(checks(failing as Parameters<typeof checks>[0]));
  expect([found, letterOf(found)]).toEqual([score, letter]);
});
