import { laterAnchor, termAnchor } from "./element-anchors.ts";
import { isBlock } from "./elements.ts";
import type { HtmlElement, HtmlNode } from "./parse-html.ts";
import { textOf } from "./text.ts";

export type AnchoredLine = { anchor: string; text: string; isCode: boolean };

/** Class names of the line that names a member, an option or a keyword, where that line is no heading. */
const lineClass =
  /(?:^|\s)(?:src|def|keyword|sig|(?:tsd-)?signature|attr|decl|member|memname|term|option|directive|prototype)(?:\s|$)/;
const memberHeadClass =
  /(?:^|\s)(?:method|member|function|func|macro|class|module|attr|attribute|const|constant|prop|property|field|event|option|type|symbol|entry|item)[-_](?:heading|header|head|title|name|signature|decl|declaration)(?:\s|$)/;

const codeNames = new Set("code tt samp kbd".split(" "));
const boldNames = new Set("b strong".split(" "));

/** A declaration, or a name with its parameters and its result, without a sentence behind. */
const declaration =
  /^(?:(?:public|private|protected|static|final|async|def|class|function|func|fn|interface|struct|enum|trait|val|var|const|module|macro|abstract|override|virtual|implicit|lazy|pub|let|newtype|type|data|exception|external|object|proc|procedure|property)\s+)+[^\s(<:=[{]+(?:\s*[(<:=[{]|$)/;
const call = /^[\w$.:*&~]{1,100}\([^()]{0,300}\)(?:\s*(?:->|→|:|=>|throws|const|noexcept)[^.]{0,200})?;?$/;

const assignment = /^[\w$.]{1,80}\s*:?=(?:\s|$)/;

const captions = /^(?:table|figure|fig\.|listing|example)\s+\d/i;

const MAX_DECLARATION_LENGTH = 500;
const MAX_LENGTH = 1000;
const MAX_BOLD_LENGTH = 120;
/** Number of first words of a declaration among which its name is, behind a few keywords. */
const NAME_WORDS = 6;

type IsDropped = (element: HtmlElement) => boolean;

/**
 * A line with an anchor that names the thing described below: HAProxy's keywords, Haddock's functions, options in bold. Either the
 * line's class says so, or the line reads as a declaration, or all of a short line is bold or code. `before` is the anchor right
 * before the line: that of a mark, or of a box that begins here, which counts where the class names a member.
 */
export function anchoredLine(
  element: HtmlElement,
  before: { anchor: string | null; isMark: boolean },
  isDropped: IsDropped,
): AnchoredLine | null {
  if ((element.name !== "p" && element.name !== "div") || element.hasBlock) return null;
  const className = element.attributes.class ?? "";
  const isNamed = className !== "" && (lineClass.test(className) || memberHeadClass.test(className));
  const mark = before.isMark || isNamed ? before.anchor : null;
  const first = element.children.find((child) => typeof child !== "string" || child.trim() !== "");
  if (first === undefined || (!isNamed && typeof first === "string" && mark === null)) return null;
  const anchor = termAnchor(element) ?? mark ?? (isNamed ? laterAnchor(element, isDropped) : null);
  if (anchor === null) return null;
  if (mark !== null && isDeclaration(lineOf(element, isDropped)))
    return { anchor, text: lineOf(element, isDropped), isCode: true };
  const parts = element.children.filter((child) =>
    typeof child === "string" ? child.trim() !== "" : !isDropped(child) && textOf(child).trim() !== "",
  );
  const marks = parts.map((part) => (typeof part === "string" ? "" : part.name));
  const isCode =
    parts.length > 0 &&
    (/(?:^|\s)(?:src|sig|(?:tsd-)?signature|attr|decl|prototype)(?:\s|$)/.test(className) ||
      marks.every((name) => codeNames.has(name)));
  const isBold = parts.length > 0 && marks.every((name) => boldNames.has(name) || codeNames.has(name));
  if (!isNamed && !isBold) return null;
  const text = lineOf(element, isDropped);
  if (text.length > (isNamed ? MAX_LENGTH : MAX_BOLD_LENGTH) || !/[\p{L}\p{N}]/u.test(text)) return null;
  return isNamed || (!/[.:;,!?]$/.test(text) && !captions.test(text)) ? { anchor, text, isCode } : null;
}

/**
 * A block of code that begins with the anchor of its declaration: ocamldoc's values and types. In a block of several lines the
 * first is the declaration, and the block stays.
 */
export function anchoredCode(
  element: HtmlElement,
  code: string,
  anchorBefore: string | null,
): (AnchoredLine & { isWhole: boolean }) | null {
  const anchor = termAnchor(element) ?? anchorBefore;
  if (anchor === null) return null;
  const isWhole = !code.trim().includes("\n");
  const line = code.trim().split("\n", 1)[0]!.replaceAll(/\s+/g, " ");
  const text = isWhole ? line : line.replace(/(?<![\s={([<])[\s={([<]+$/, "");
  return isDeclaration(text) && namesOne(anchor, text) ? { anchor, text, isCode: true, isWhole } : null;
}

export type Member = AnchoredLine & { rest: HtmlNode[] };

/** A list item that begins with an anchor and a declaration, split into these and the rest; null for any other item. */
export function splitMember(item: HtmlElement, isDropped: IsDropped): Member | null {
  const anchor = termAnchor(item);
  if (item.name !== "li" || anchor === null) return null;
  let end = item.children.findIndex(
    (child) => typeof child !== "string" && (isBlock(child.name) || child.hasBlock) && !isDropped(child),
  );
  if (end === -1) end = item.children.length;
  const text = lineOf({ ...item, children: item.children.slice(0, end) }, isDropped);
  return isDeclaration(text) ? { anchor, text, isCode: true, rest: item.children.slice(end) } : null;
}

/** Whether one of the first words of the declaration is in its anchor; anchors of numbered lines of code name no word. */
function namesOne(anchor: string, text: string): boolean {
  const words = text.split(/[^\w'$]+/, NAME_WORDS).filter((word) => word.length > 1 && !/^\d/.test(word));
  return words.some((word) => anchor.includes(word));
}

function lineOf(element: HtmlElement, isDropped: IsDropped): string {
  return textOf(element, isDropped).replaceAll(/\s+/g, " ").trim();
}

function isDeclaration(text: string): boolean {
  return (
    text.length <= MAX_DECLARATION_LENGTH &&
    !/[.!?]$/.test(text) &&
    (declaration.test(text) || call.test(text) || assignment.test(text))
  );
}
