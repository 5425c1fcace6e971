import { catalogNames } from "#worker/public-catalog/catalog-names.ts";
import type { CatalogNames } from "#worker/public-catalog/catalog-names.ts";
import { isCommonWord, isWrittenAsName } from "./common-words.ts";
import { catalogEntriesAt } from "#worker/public-catalog/entry-at.ts";
import type { CatalogEntry } from "#worker/public-catalog/public-catalog.ts";

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
 * Names of the same thing; each stands for the others. Only words that mean nothing else in a question about code: `node`, `go`, `js` and
 * `pg` mean too much.
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
 * True when a question names a source: by its whole name, or by the words of the name that are not filler, next to each other, or by an
 * alias or a package of the catalog's entry of that name. `Node.js docs` is named by "node.js", `nodejs` and "node js"; case and
 * separators do not matter. A common word counts where written as a name. A source of another name is also named by the names of the entry
 * at its address.
 */
export function namesSource(question: string, name: string, url?: string): boolean {
  return sourcesNamedBy(question)(name, url);
}

/** `namesSource` for one question and many sources. */
export function sourcesNamedBy(question: string): (name: string, url?: string) => boolean {
  const { namesOf } = readNames(question);
  return (name, url) => namesOf(name, url).length > 0;
}

/** Words of a question, with a space at either end, and the names in the question that mean a source, in the same form. */
export function readNames(question: string): {
  text: string;
  namesOf: (name: string, url?: string) => string[];
} {
  const all = words(question);
  const asked = { words: new Set(all), text: ` ${all.join(" ")} ` };
  const isWritten = (phrase: Phrase) =>
    asked.words.has(phrase.first) &&
    asked.text.includes(phrase.text) &&
    (!phrase.isCommon || isWrittenAsName(question, phrase.first, phrase));
  return {
    text: asked.text,
    namesOf: (name, url) => {
      const own = knownName(name);
      return [own, ...entriesOf(own, url).map((entry) => knownName(entry.name))].flatMap(({ phrases }) =>
        phrases.filter(isWritten).map(({ text }) => text),
      );
    },
  };
}

/** True for a source at the address of an entry, when the source's name is no entry's. */
export function isDocumentationOf(entry: CatalogEntry, name: string, url: string): boolean {
  return entriesOf(knownName(name), url).includes(entry);
}

/** Spellings of a source with this name and these addresses in questions: words in lower case with single spaces between. */
export function aliasesOf(name: string, urls: readonly string[] = []): string[] {
  const own = knownName(name);
  const names = urls.flatMap((url) => entriesOf(own, url).map((entry) => entry.name));
  const phrases = [own, ...[...new Set(names)].map(knownName)].flatMap((known) => known.phrases);
  return [...new Set(phrases.map(({ text }) => text.trim()))];
}

type Phrase = {
  first: string;
  /** Text of the phrase, with a space at either end. */
  text: string;
  isCommon: boolean;
  /** `isSpoken`: a name or an alias. `isPackage`: the name of a package. A phrase may be both. */
  isSpoken: boolean;
  isPackage: boolean;
};

/** The phrases of a name, each once. */
export function phrasesOf(name: string, catalog: CatalogNames = catalogNames()): Phrase[] {
  const entry = catalog.othersOf(name);
  const aliases = entry?.aliases.flatMap((alias) => withoutDot(words(alias).join(" "))) ?? [];
  const spoken = new Set([...spellingsOf(name), ...aliases]);
  const imported = new Set(entry?.packages.map((one) => words(one).join(" ")));
  return [...new Set([...spoken, ...imported])]
    .filter((text) => text.length > 1 && /\p{L}/u.test(text))
    .map((text) => ({
      first: text.split(" ", 1)[0]!,
      text: ` ${text} `,
      // Only the catalog's names: a source's own name is the owner's choice.
      isCommon: entry !== null && isCommonWord(text),
      isSpoken: spoken.has(text),
      isPackage: imported.has(text),
    }));
}

function spellingsOf(name: string): Set<string> {
  const all = words(name);
  const telling = all.filter((word) => !FILLER.has(word) && !/^v?\d+(\s|$)/.test(word));
  const spellings = new Set([all, telling].flatMap((some) => withoutDot(some.join(" "))));
  spellings.add(telling.join(""));
  // A scoped package is also known by its own name: `@tanstack/react-query` by "react query".
  const own = name.match(/^@[^/]+\/(.+)$/)?.[1];
  if (own) spellings.add(words(own).join(" "));
  for (const names of SPOKEN)
    if (names.some((one) => spellings.has(one))) for (const one of names) spellings.add(one);
  return spellings;
}

type KnownName = {
  phrases: Phrase[];
  /** True when an entry of the catalog has the name: then the address adds nothing. */
  isEntrys: boolean;
};

/** Known names, since every search reads the names of all its sources. Bounded, since isolates live long. */
const known = new Map<string, KnownName>();
const MAX_KNOWN = 10_000;

function knownName(name: string): KnownName {
  let its = known.get(name);
  if (!its) {
    its = { phrases: phrasesOf(name), isEntrys: catalogNames().othersOf(name) !== null };
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(name, its);
  }
  return its;
}

/** The entries at the address of a source, unless the source's name is an entry's. */
function entriesOf({ isEntrys }: KnownName, url: string | undefined): readonly CatalogEntry[] {
  return isEntrys || url === undefined ? [] : catalogEntriesAt(url);
}

/** Spellings with and without a dot in front, as for `.NET Core`; `net` alone means something else. */
function withoutDot(spelling: string): string[] {
  return /^\.\S+ /.test(spelling) ? [spelling, spelling.slice(1)] : [spelling];
}

/** Pattern of a word. A sign belongs to a word that would be another word without the sign: `C#`, `C++`, `.NET`. */
const WORD = /(?<![\p{L}\p{N}])(?:\.net(?![\p{L}\p{N}])|\p{L}(?:#|\+\+)(?!\p{L}))|[\p{L}\p{N}]+/gu;

function words(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}
