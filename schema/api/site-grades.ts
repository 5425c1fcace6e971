/** Checks, weights and answers of the grade for how well agents can read a documentation site. */

/** Checks with their weights. A check that finds nothing to check, such as a site without tables, doesn't count. */
export const GRADE_CHECKS = [
  { id: "text", weight: 30 },
  { id: "llms-txt", weight: 10 },
  { id: "markdown", weight: 10 },
  { id: "anchors", weight: 10 },
  { id: "code-languages", weight: 10 },
  { id: "repeated-frame", weight: 10 },
  { id: "links", weight: 10 },
  { id: "tables", weight: 5 },
  { id: "injections", weight: 5 },
] as const;
export type GradeCheckId = (typeof GRADE_CHECKS)[number]["id"];

/** The lowest score of each grade, best first. */
export const GRADE_SCORES = [
  ["A", 90],
  ["B", 80],
  ["C", 70],
  ["D", 60],
  ["F", 0],
] as const;
export type GradeLetter = (typeof GRADE_SCORES)[number][0];

/** Pages read for a grade, pages named with a finding, how long a grade is kept, and how long a grade is too new to be made again. */
export const GRADE_LIMITS = {
  pages: 50,
  pagesNamed: 5,
  urlCharacters: 500,
  keptDays: 30,
  freshHours: 24,
} as const;

export type GradeCheck = {
  id: GradeCheckId;
  /** Passed parts of all that were looked at: pages, headings, code blocks, tables or links. */
  passed: number;
  total: number;
  /** Some of the pages where the check failed. */
  pages: string[];
};

/** A page that could not be read, in our own words. */
export type UnreadPage = { url: string; reason: string; fix: string | null };

export type SiteGradeAnswer = {
  /** Address that the caller asked for: http or https, without query and fragment. */
  site: string;
  /** Time of the start, ISO. */
  startedAt: string;
} & (
  | { status: "reading"; pagesRead: number }
  | { status: "failed"; reason: string }
  | {
      status: "done";
      grade: GradeLetter;
      /** Score from 0 to 100. */
      score: number;
      pagesRead: number;
      finishedAt: string;
      checks: GradeCheck[];
      unread: UnreadPage[];
    }
);
