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
 * Names under which people know the same thing; each stands for the others. Only words that mean nothing else in a
 * question about code: `node`, `go`, `js` and `pg` mean too much.
 */
const SPOKEN = [
  ["postgresql", "postgres"],
  ["kubernetes", "k8s"],
  ["sqlite", "sqlite3"],
  ["mongodb", "mongo"],
  ["tailwind css", "tailwindcss", "tailwind"],
  ["vue", "vuejs", "vue js"],
  ["react", "reactjs", "react js"],
  ["github actions", "gh actions"],
];

/**
 * Whether a question names a source: by its whole name, or by the words of it that are not filler, next to each other.
 * `Node.js docs` is named by "node.js", `nodejs` and "node js"; case and separators do not matter.
 */
export function namesSource(question: string, name: string): boolean {
  return sourcesNamedBy(question)(name);
}

/** The same for many names: which of them a question names. */
export function sourcesNamedBy(question: string): (name: string) => boolean {
  const asked = ` ${words(question).join(" ")} `;
  return (name) => knownAliases(name).some((alias) => asked.includes(` ${alias} `));
}

/** The ways in which questions write a name: words in lower case with single spaces between them. */
export function aliasesOf(name: string): string[] {
  const all = words(name);
  const telling = all.filter((word) => !FILLER.has(word) && !/^v?\d+(\s|$)/.test(word));
  const aliases = new Set([all.join(" "), telling.join(" "), telling.join("")]);
  // A scoped package is also known by its own name: `@tanstack/react-query` by "react query".
  const own = name.match(/^@[^/]+\/(.+)$/)?.[1];
  if (own) aliases.add(words(own).join(" "));
  for (const names of SPOKEN)
    if (names.some((spoken) => aliases.has(spoken))) for (const spoken of names) aliases.add(spoken);
  return [...aliases].filter((alias) => alias.length > 1 && /\p{L}/u.test(alias));
}

/** Every search reads the names of all that it may see. Bounded, since isolates live long. */
const known = new Map<string, string[]>();
const MAX_KNOWN = 10_000;

function knownAliases(name: string): string[] {
  let aliases = known.get(name);
  if (!aliases) {
    aliases = aliasesOf(name);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(name, aliases);
  }
  return aliases;
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
