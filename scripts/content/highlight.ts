import type { Element, ElementContent } from "hast";
import { createCssVariablesTheme, createHighlighter } from "shiki";
import { wholeOptions } from "#web/lib/whole-options.ts";

const LANGUAGES = [
  "sh",
  "powershell",
  "json",
  "jsonc",
  "toml",
  "yaml",
  "ts",
  "js",
  "http",
  "markdown",
  "sql",
] as const;
const THEME = createCssVariablesTheme({ name: "tokens", variablePrefix: "--" });

const highlighter = await createHighlighter({ themes: [THEME], langs: [...LANGUAGES] });

/**
 * Code as spans with classes such as `token-keyword`; plain text where the language is not known. Classes and no `style`
 * attributes, which the site's content security policy refuses.
 */
export function highlight(code: string, language: string | null): ElementContent[] {
  if (!isKnown(language)) return withWholeOptions(code);
  const { tokens } = highlighter.codeToTokens(code, { lang: language, theme: "tokens" });
  return tokens.flatMap((line, index) => [
    ...(index > 0 ? [{ type: "text", value: "\n" } as const] : []),
    ...withWholeAddresses(line).flatMap(({ content, color }) =>
      span(content, /^var\(--(token-[\w-]+)\)$/.exec(color ?? "")?.[1]),
    ),
  ]);
}

type Token = { content: string; color?: string };

/**
 * Tokens in which each address is one piece, whatever the language makes of it (to PowerShell the colon ends a word): a page
 * that is served elsewhere replaces the address of the build with its own.
 */
function withWholeAddresses(line: Token[]): Token[] {
  const text = line.map(({ content }) => content).join("");
  const addresses = [...text.matchAll(/https?:\/\/[^\s"'`<>]+/g)].map(({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }));
  const merged: Token[] = [];
  let at = 0;
  for (const token of line) {
    const start = at;
    at += token.content.length;
    const isContinued = addresses.some((address) => address.start < start && start < address.end);
    const last = merged.at(-1);
    if (isContinued && last) merged[merged.length - 1] = { ...last, content: last.content + token.content };
    else merged.push(token);
  }
  return merged;
}

function span(value: string, className: string | undefined): ElementContent[] {
  const pieces = withWholeOptions(value);
  return className === undefined ? pieces : [spanOf(className, pieces)];
}

/** Text in which no option of a command is broken at its hyphens. */
function withWholeOptions(text: string): ElementContent[] {
  return wholeOptions(text).map((piece) => {
    const words: ElementContent = { type: "text", value: piece.text };
    return piece.isOption ? spanOf("option", [words]) : words;
  });
}

function spanOf(className: string, children: ElementContent[]): Element {
  return { type: "element", tagName: "span", properties: { className: [className] }, children };
}

function isKnown(language: string | null): language is (typeof LANGUAGES)[number] {
  return LANGUAGES.some((known) => known === language);
}
