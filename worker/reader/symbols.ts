/**
 * The names that a symbol may mean, the whole one first: `agent.addMcpServer(name)` is also `addMcpServer`. None for text that is not one
 * word.
 */
export function symbolsOf(wanted: string): string[] {
  const [, whole] =
    /^`?(?:this\.|new )?([@$\w-]+(?:(?:\.|::|#|->)[@$\w-]+)*)(?:\(.*\))?`?$/su.exec(wanted.trim()) ?? [];
  if (!whole) return [];
  const last = whole.split(/\.|::|#|->/).at(-1)!;
  return [...new Set([whole, last])].filter((name) => name.length > 1);
}

export type DefinitionPatterns = {
  /** A heading that is the symbol: with its owner before it, and its arguments behind it. */
  ownHeading: RegExp;
  /** A heading that holds the symbol as a whole word. */
  heading: RegExp;
  /** A line of text that begins with the symbol in code or in bold, as lists of options do. */
  prose: RegExp;
  /** A line of code with a keyword that defines. */
  declared: RegExp;
  /** A line of code that begins with the symbol as a member, a key or a signature. */
  written: RegExp;
};

const MODIFIERS =
  "export|default|declare|public|private|protected|internal|static|async|abstract|final|readonly|pub(?:\\([^)]*\\))?|extern|unsafe|virtual|override";
const KEYWORDS =
  "function\\*?|class|interface|type|enum|const|let|var|val|def|fn|fun|func|struct|trait|impl|namespace|module|protocol|object|CREATE\\s+\\w+";
/** First words of a line of code that uses the name behind them. */
const USES = "await|return|yield|throw|new|else|if|while|for|case|do|in|of|delete|typeof|import|from|export";

export function definitionPatterns(symbol: string, flags: string): DefinitionPatterns {
  const whole = String.raw`(?<![\w$])${symbol.replace(/[$.]/g, String.raw`\$&`)}(?![\w$-])`;
  const qualifier = String.raw`(?:[\w$]+(?:\.|::|#))*`;
  const item = String.raw`^\s*(?:>\s*)?(?:[-*+]\s+|\d+[.)]\s+)?`;
  const pattern = (source: string) => new RegExp(source, flags);
  return {
    ownHeading: pattern(String.raw`^(?:\w+\s+)?${qualifier}${whole}(?:\s*\(.*\))?$`),
    heading: pattern(whole),
    prose: pattern(String.raw`${item}(?:(?:\*\*|__)?\[?${"`"}|\*\*)${qualifier}${whole}`),
    declared: pattern(
      String.raw`^\s*(?:(?:${MODIFIERS})\s+)*(?:${KEYWORDS})\s+(?:\([^)]*\)\s*)?${qualifier}${whole}`,
    ),
    written: pattern(
      String.raw`^\s*(?:(?!(?:${USES})\b)[\w$:<>*&,[\]]+\s+)*(?!(?:${USES})\b)["'*&]*${whole}["']?\??\s*[:(=<]`,
    ),
  };
}

/** Whether a text holds words as whole words. Both are in the same case. */
export function holdsWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    if (!/[\p{L}\p{N}_$]/u.test(`${text[at - 1] ?? " "}${text[at + words.length] ?? " "}`)) return true;
  }
  return false;
}
