import { oneLine } from "#worker/content/one-line.ts";
import { plainMarkdown } from "#worker/content/sections.ts";
import type { Section } from "#worker/content/sections.ts";
import { countTokens, cutToTokens } from "#worker/content/tokens.ts";
import { CUT_MARK } from "#worker/search/passage-pieces.ts";
import type { FoundPart } from "./find-in-page.ts";
import { caption, outline, quote } from "./fit-page.ts";
import type { FittedPage, Frame, PageText } from "./fit-page.ts";

const FRAME_TOKENS = 60;
const MAX_OUTLINE_TOKENS = 400;
const OUTLINE_SHARE = 0.2;

/**
 * One section within the budget, with the sections below it. A part found inside a section comes with that section alone, and without the
 * rest of it when the section is longer than the budget. Text that is still too long is cut at its end; the outline of the sections below
 * says what to ask for.
 */
export function fitSection(
  page: PageText,
  { section, focus }: FoundPart,
  budget: number,
  frame: Frame,
): FittedPage {
  const end = focus ? section.end : endWithChildren(page.sections, section);
  const body = plainMarkdown(page.markdown.slice(section.start, end)).trim();
  const whole = [frame.head, quote(captionOf(page, section), body, frame)].join("\n");
  if (countTokens(whole) <= budget)
    return { text: whole, isWhole: false, ranges: [{ start: section.start, end }] };
  return focus
    ? fitFocus(page, section, focus, budget, frame)
    : cutSection(page, { section, end, body }, budget, frame);
}

/** The page's caption, with the headings above the section. */
function captionOf(page: PageText, { path }: Section): string {
  const above = path.slice(0, -1).filter((heading, i) => i > 0 || heading !== page.title);
  return [
    caption(page),
    ...(above.length > 0 ? [above.map((heading) => oneLine(heading)).join(" › ")] : []),
  ].join("\n");
}

function fitFocus(
  page: PageText,
  section: Section,
  focus: NonNullable<FoundPart["focus"]>,
  budget: number,
  frame: Frame,
): FittedPage {
  const head = `${frame.head}\nThe section is longer than the budget; this is the part that was asked for.`;
  const above = captionOf(page, section);
  const body = plainMarkdown(
    focus.map(({ start, end }) => page.markdown.slice(start, end)).join("\n"),
  ).trim();
  const text = [head, quote(above, body, frame)].join("\n");
  if (countTokens(text) <= budget) return { text, isWhole: false, ranges: focus };
  const room = Math.max(0, budget - countTokens(`${head}\n${above}`) - FRAME_TOKENS);
  const cut = [head, quote(above, `${cutToTokens(body, room)}\n${CUT_MARK}`, frame)].join("\n");
  // The ranges that survive the cut are not worth knowing: a passage may come once more.
  return { text: within(cut, budget), isWhole: false, ranges: [] };
}

function cutSection(
  page: PageText,
  { section, end, body }: { section: Section; end: number; body: string },
  budget: number,
  frame: Frame,
): FittedPage {
  const head = `${frame.head}\nThe section is longer than the budget: raise \`budget\`, or read one of its parts.`;
  const above = captionOf(page, section);
  const room = Math.max(0, budget - countTokens(`${head}\n${above}`) - FRAME_TOKENS);
  const below = outline(
    page,
    section.end,
    end,
    Math.min(MAX_OUTLINE_TOKENS, Math.floor(room * OUTLINE_SHARE)),
  );
  const cut = cutToTokens(body, Math.max(0, room - countTokens(below)));
  const lines = [
    head,
    quote(above, `${cut}\n${CUT_MARK}`, frame),
    ...(below ? ["Sections below it:", quote("", below, frame)] : []),
  ];
  return {
    text: within(lines.join("\n"), budget),
    isWhole: false,
    ranges: [{ start: section.start, end: section.start + cut.length }],
  };
}

/** The text cut to the budget. The frame leaves room enough, except for a URL or a title as long as the budget. */
function within(text: string, budget: number): string {
  return countTokens(text) <= budget ? text : cutToTokens(text, budget);
}

function endWithChildren(sections: Section[], section: Section): number {
  const at = sections.indexOf(section);
  const next = sections
    .slice(at + 1)
    .find((other) => other.level > 0 && other.level <= Math.max(1, section.level));
  return next ? next.start : (sections.at(-1)?.end ?? section.end);
}
