import { termAnchor } from "./element-anchors.ts";
import type { HtmlElement } from "./parse-html.ts";
import { textOf } from "./text.ts";

export type AnchoredLine = { anchor: string; text: string; isCode: boolean };

/** What generators call the line that names a member, an option or a keyword, where it is no heading. */
const lineClass =
  /(?:^|\s)(?:src|def|keyword|sig|signature|decl|member|memname|term|option|directive|prototype)(?:\s|$)/;

const codeNames = new Set("code tt samp kbd".split(" "));
const boldNames = new Set("b strong".split(" "));

/** A declaration, or a name with its parameters and what it returns, and no sentence behind it. */
const declaration =
  /^(?:(?:public|private|protected|static|final|async|def|class|function|func|fn|interface|struct|enum|trait|val|var|const|module|macro|abstract|override|virtual|pub|let|newtype)\s+)+[\w$.]+(?:\s*[(<:=[{]|$)/;
const call = /^[\w$.:*&~]{1,100}\([^()]{0,300}\)(?:\s*(?:->|→|:|=>|throws|const|noexcept)[^.]{0,200})?;?$/;

const assignment = /^[\w$.]{1,80}\s*:?=(?:\s|$)/;

const captions = /^(?:table|figure|fig\.|listing|example)\s+\d/i;

const MAX_DECLARATION_LENGTH = 500;
const MAX_LENGTH = 1000;
const MAX_BOLD_LENGTH = 120;

/**
 * A line with an anchor that names what is described below it: HAProxy's keywords, Haddock's functions, options in bold. Either
 * its class says so, or it reads as a declaration, or it is short and all of it is bold or code.
 */
export function anchoredLine(
  element: HtmlElement,
  anchorBefore: string | null,
  isDropped: (element: HtmlElement) => boolean,
): AnchoredLine | null {
  if ((element.name !== "p" && element.name !== "div") || element.hasBlock) return null;
  const className = element.attributes.class ?? "";
  const isNamed = className !== "" && lineClass.test(className);
  const first = element.children.find((child) => typeof child !== "string" || child.trim() !== "");
  if (first === undefined || (!isNamed && typeof first === "string" && anchorBefore === null)) return null;
  const anchor = termAnchor(element) ?? anchorBefore;
  if (anchor === null) return null;
  if (anchorBefore !== null && isDeclaration(element, isDropped))
    return { anchor, text: lineOf(element, isDropped), isCode: true };
  const parts = element.children.filter((child) =>
    typeof child === "string" ? child.trim() !== "" : !isDropped(child) && textOf(child).trim() !== "",
  );
  const marks = parts.map((part) => (typeof part === "string" ? "" : part.name));
  const isCode =
    parts.length > 0 &&
    (/(?:^|\s)(?:src|sig|signature|decl|prototype)(?:\s|$)/.test(className) ||
      marks.every((name) => codeNames.has(name)));
  const isBold = parts.length > 0 && marks.every((name) => boldNames.has(name) || codeNames.has(name));
  if (!isNamed && !isBold) return null;
  const text = lineOf(element, isDropped);
  if (text.length > (isNamed ? MAX_LENGTH : MAX_BOLD_LENGTH) || !/[\p{L}\p{N}]/u.test(text)) return null;
  return isNamed || (!/[.:;,!?]$/.test(text) && !captions.test(text)) ? { anchor, text, isCode } : null;
}

function lineOf(element: HtmlElement, isDropped: (element: HtmlElement) => boolean): string {
  return textOf(element, isDropped).replaceAll(/\s+/g, " ").trim();
}

function isDeclaration(element: HtmlElement, isDropped: (element: HtmlElement) => boolean): boolean {
  const text = lineOf(element, isDropped);
  return (
    text.length <= MAX_DECLARATION_LENGTH &&
    !/[.!?]$/.test(text) &&
    (declaration.test(text) || call.test(text) || assignment.test(text))
  );
}
