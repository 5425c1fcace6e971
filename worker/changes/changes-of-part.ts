import { listSections } from "#worker/content/sections.ts";
import type { Ctx } from "#worker/context.ts";
import type { PageThen } from "#worker/docs-index/former-pages.ts";
import { questionTerms } from "#worker/docs-index/question-terms.ts";
import { findFragment, findInPage } from "#worker/reader/find-in-page.ts";
import { isQuestion } from "#worker/reader/read-url.ts";
import type { WantedPart } from "#worker/reader/read-url.ts";
import type { Change } from "./diff-pages.ts";
import { rankChanges } from "./rank-changes.ts";

type PartOfChanges = { changes: Change[]; notices: string[] };

/**
 * The changes of a page that concern a part of it. A part is found as in a read of the page, in either text: its changes are those of its
 * section and of the sections below. A question, and a name that neither text has, bring the changes that share its words, best first.
 */
export async function changesOfPart(
  ctx: Pick<Ctx, "log" | "services">,
  changes: Change[],
  { before, after }: { before: PageThen | null; after: PageThen | null },
  wanted: WantedPart | null,
): Promise<PartOfChanges> {
  if (wanted === null) return { changes, notices: [] };
  const paths = [after, before].flatMap((page) => (page ? pathsOf(page, wanted) : []));
  if (paths.length > 0)
    return {
      changes: changes.filter(({ headingPath }) => paths.some((isOf) => isOf(headingPath))),
      notices: [],
    };
  if (wanted.isFragment)
    return {
      changes,
      notices: ["The page has no section with that anchor, so these are the changes of the page."],
    };
  const { terms } = await questionTerms(ctx, wanted.name);
  return {
    changes: rankChanges(changes, terms),
    notices: isQuestion(wanted.name)
      ? []
      : ["The page has no section, table or symbol of that name. These are the changes with its words."],
  };
}

/** Tests of heading paths: of the section that is meant, and of those below it unless a text inside the section is meant. */
function pathsOf({ title, url, markdown }: PageThen, wanted: WantedPart) {
  const sections = listSections(markdown);
  const page = { title, url, markdown, sections, tokens: 0 };
  const found = wanted.isFragment ? findFragment(sections, wanted.name) : findInPage(page, wanted.name);
  if (!found) return [];
  const { path } = found.section;
  return [
    (other: string[]) =>
      (found.focus === null || other.length === path.length) && path.every((part, i) => other[i] === part),
  ];
}
