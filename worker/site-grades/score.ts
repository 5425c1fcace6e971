import { GRADE_CHECKS, GRADE_SCORES } from "#schema/api/site-grades.ts";
import type { GradeCheck, GradeLetter } from "#schema/api/site-grades.ts";

/**
 * The score of a site, 0 to 100: the weighted mean of its checks, and never more than the share of its pages that have text. Good writing
 * on pages that no agent can read helps nobody.
 */
export function scoreOf(checks: GradeCheck[]): number {
  const counted = checks.filter(({ total }) => total > 0);
  const weights = counted.reduce((sum, check) => sum + weightOf(check), 0);
  const passed = counted.reduce((sum, check) => sum + weightOf(check) * shareOf(check), 0);
  const text = counted.find(({ id }) => id === "text");
  if (!text || weights === 0) return 0;
  return Math.round(100 * Math.min(passed / weights, shareOf(text)));
}

export function letterOf(score: number): GradeLetter {
  return GRADE_SCORES.find(([, least]) => score >= least)?.[0] ?? "F";
}

function weightOf({ id }: GradeCheck): number {
  return GRADE_CHECKS.find((check) => check.id === id)?.weight ?? 0;
}

function shareOf({ passed, total }: GradeCheck): number {
  return passed / total;
}
