/** How well agents can read a documentation site: what is checked, how it is weighed, and the answer. */

/** What is checked, with its weight. A check that finds nothing to check, such as a site without tables, doesn't count. */
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

/** Pages read for a grade, pages named with a finding, how long a grade is kept, and how long it is too new to be made again. */
export const GRADE_LIMITS = {
  pages: 50,
  pagesNamed: 5,
  urlCharacters: 500,
  keptDays: 30,
  freshHours: 24,
} as const;

export type GradeCheck = {
  id: GradeCheckId;
  /** What passed, of what was looked at: pages, headings, code blocks, tables or links. */
  passed: number;
  total: number;
  /** Some of the pages where it failed. */
  pages: string[];
};

/** A page that could not be read, in our own words. */
export type UnreadPage = { url: string; reason: string; fix: string | null };

export type SiteGradeAnswer = {
  /** The address that was asked for: http or https, without query and fragment. */
  site: string;
  /** ISO time. */
  startedAt: string;
} & (
  | { status: "reading"; pagesRead: number }
  | { status: "failed"; reason: string }
  | {
      status: "done";
      grade: GradeLetter;
      /** 0 to 100. */
      score: number;
      pagesRead: number;
      finishedAt: string;
      checks: GradeCheck[];
      unread: UnreadPage[];
    }
);
