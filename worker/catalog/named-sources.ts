/** Words that names of documentation sites carry and questions do not. */
const FILLER = new Set([
  "docs",
  "doc",
  "documentation",
  "reference",
  "manual",
  "guide",
  "api",
  "the",
  "official",
]);

/**
 * Whether a question names a source: by its whole name, or by the words of it that are not filler, next to each other.
 * `Node.js docs` is named by "node.js", `nodejs` and "node js"; case and separators do not matter.
 */
export function namesSource(question: string, name: string): boolean {
  const asked = ` ${words(question).join(" ")} `;
  return aliasesOf(name).some((alias) => asked.includes(` ${alias} `));
}

/** The ways in which questions write a name: words in lower case with single spaces between them. */
export function aliasesOf(name: string): string[] {
  const all = words(name);
  const telling = all.filter((word) => !FILLER.has(word) && !/^v?\d+(\s|$)/.test(word));
  const aliases = new Set([all.join(" "), telling.join(" "), telling.join("")]);
  // A scoped package is also known by its own name: `@tanstack/react-query` by "react query".
  const own = name.match(/^@[^/]+\/(.+)$/)?.[1];
  if (own) aliases.add(words(own).join(" "));
  return [...aliases].filter((alias) => alias.length > 1 && /\p{L}/u.test(alias));
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
