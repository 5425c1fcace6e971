import { GRADE_LIMITS } from "#schema/api/site-grades.ts";
import type { GradeCheckId } from "#schema/api/site-grades.ts";

export const COPY = {
  heading: "How well can agents read your docs?",
  intro: `Enter the address of a documentation site. We read up to ${GRADE_LIMITS.pages} pages the way a coding agent does, without running scripts, and grade them from A to F.`,
  site: "Address of the docs",
  siteHint: `No account needed. We follow the site's robots.txt, read each site at most once per day, and keep the grade for ${GRADE_LIMITS.keptDays} days.`,
  start: "Grade these docs",
  noSite: "Enter the address of a documentation site.",
  failed: "The grade didn't start. Try again.",
  lookFailed: "The grade didn't load.",
  loading: "Loading the grade...",
  notGraded: "This site has no grade yet. Start one above.",
  reading: (pages: number) =>
    pages === 0
      ? "Looking for pages..."
      : `Reading the docs: ${pages} of up to ${GRADE_LIMITS.pages} pages...`,
  score: (score: number) => `${score} of 100`,
  pagesRead: (pages: number) => (pages === 1 ? "1 page read" : `${pages} pages read`),
  checks: "What we checked",
  unread: "Pages an agent can't read",
  share: "Share this grade",
  shareIntro: "Anyone with the link sees this page. The badge always shows the latest grade.",
  method: "How the grade is made",
  methodIntro:
    "Each check counts by its weight. A check with nothing to look at, such as a site without tables, doesn't count. The score is never higher than the share of pages that have text.",
} as const;

type CheckWords = {
  name: string;
  /** The noun for the counted items, of which some pass. */
  unit: string;
  why: string;
  fix: string;
};

export const CHECK_WORDS: Record<GradeCheckId, CheckWords> = {
  text: {
    name: "Pages have text without scripts",
    unit: "pages",
    why: "Most agents fetch HTML and don't run scripts.",
    fix: "Render pages on the server or at build time, and allow robots to read them.",
  },
  "llms-txt": {
    name: "llms.txt lists the pages",
    unit: "sites",
    why: "An agent that finds llms.txt knows every page from one request.",
    fix: "Add /llms.txt with a Markdown link to each page.",
  },
  markdown: {
    name: "Pages come as Markdown",
    unit: "pages",
    why: "Markdown costs a fraction of the tokens of HTML.",
    fix: "Answer `Accept: text/markdown`, or serve each page at its address with .md.",
  },
  anchors: {
    name: "Headings have anchors",
    unit: "headings",
    why: "Without an anchor, an agent can't point to the section it used.",
    fix: "Give every heading below the title an id.",
  },
  "code-languages": {
    name: "Code blocks name their language",
    unit: "code blocks",
    why: "The language tells an agent whether an example fits its project.",
    fix: 'Add the language to each block, such as class="language-ts".',
  },
  "repeated-frame": {
    name: "Navigation isn't repeated in the text",
    unit: "pages",
    why: "An agent pays for menus and footers on every page it reads.",
    fix: "Put the text in <main> or <article>, and menus in <nav>.",
  },
  links: {
    name: "Links lead to pages",
    unit: "links",
    why: "An agent that meets a missing page guesses instead.",
    fix: "Fix or redirect the addresses that answer 404.",
  },
  tables: {
    name: "Tables name their columns",
    unit: "tables",
    why: "Without column names, the cells of a table have no meaning.",
    fix: "Give each table a first row of <th> cells with text.",
  },
  injections: {
    name: "No text gives orders to a model",
    unit: "pages",
    why: "Careful agents refuse pages that look like prompt injection.",
    fix: "Show such text as code, or rephrase it.",
  },
};
