import { catalogueNames } from "#worker/public-catalogue/catalogue-names.ts";
import type { CatalogueNames } from "#worker/public-catalogue/catalogue-names.ts";
import { isCommonWord, isWrittenAsName } from "./common-words.ts";
import { catalogueEntriesAt } from "#worker/public-catalogue/entry-at.ts";
import type { CatalogueEntry } from "#worker/public-catalogue/public-catalogue.ts";

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
 * Whether a question names a source: by its whole name, or by the words of it that are not filler, next to each other, or by
 * an alias or a package of the catalogue's entry of that name. `Node.js docs` is named by "node.js", `nodejs` and "node js";
 * case and separators do not matter. What an entry is called by a common word counts where it is written as a name.
 * A source of another name is also named as the entry is that has its address.
 */
export function namesSource(question: string, name: string, url?: string): boolean {
  return sourcesNamedBy(question)(name, url);
}

/** The same for many sources: which of them a question names. */
export function sourcesNamedBy(question: string): (name: string, url?: string) => boolean {
  const { namesOf } = readNames(question);
  return (name, url) => namesOf(name, url).length > 0;
}

/** What a question writes, as words with a space at either end, and the names in it that a source is written by, in the same form. */
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

/** Whether a source that no entry has the name of is at the address of this one. */
export function isDocumentationOf(entry: CatalogueEntry, name: string, url: string): boolean {
  return entriesOf(knownName(name), url).includes(entry);
}

/** The ways in which questions write a source of this name and these addresses: words in lower case with single spaces between them. */
export function aliasesOf(name: string, urls: readonly string[] = []): string[] {
  const own = knownName(name);
  const names = urls.flatMap((url) => entriesOf(own, url).map((entry) => entry.name));
  const phrases = [own, ...[...new Set(names)].map(knownName)].flatMap((known) => known.phrases);
  return [...new Set(phrases.map(({ text }) => text.trim()))];
}

type Phrase = {
  first: string;
  /** With a space at either end. */
  text: string;
  isCommon: boolean;
  /** A name or an alias, and the name of a package; a phrase may be both. */
  isSpoken: boolean;
  isPackage: boolean;
};

/** The phrases of a name, each once. */
export function phrasesOf(name: string, catalogue: CatalogueNames = catalogueNames()): Phrase[] {
  const entry = catalogue.othersOf(name);
  const aliases = entry?.aliases.flatMap((alias) => withoutDot(words(alias).join(" "))) ?? [];
  const spoken = new Set([...spellingsOf(name), ...aliases]);
  const imported = new Set(entry?.packages.map((one) => words(one).join(" ")));
  return [...new Set([...spoken, ...imported])]
    .filter((text) => text.length > 1 && /\p{L}/u.test(text))
    .map((text) => ({
      first: text.split(" ", 1)[0]!,
      text: ` ${text} `,
      // What an owner calls a source is the owner's choice; the catalogue was chosen by nobody who asks.
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
  /** Whether an entry of the catalogue has the name: then the address says no more. */
  isEntrys: boolean;
};

/** Every search reads the names of all that it may see. Bounded, since isolates live long. */
const known = new Map<string, KnownName>();
const MAX_KNOWN = 10_000;

function knownName(name: string): KnownName {
  let its = known.get(name);
  if (!its) {
    its = { phrases: phrasesOf(name), isEntrys: catalogueNames().othersOf(name) !== null };
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(name, its);
  }
  return its;
}

/** The entries whose documentation is at the address of a source that is called otherwise. */
function entriesOf({ isEntrys }: KnownName, url: string | undefined): readonly CatalogueEntry[] {
  return isEntrys || url === undefined ? [] : catalogueEntriesAt(url);
}

/** `.NET Core` is also written without its dot; `net` alone means something else. */
function withoutDot(spelling: string): string[] {
  return /^\.\S+ /.test(spelling) ? [spelling, spelling.slice(1)] : [spelling];
}

/** A sign belongs to a word where the word is another one without it: `C#`, `C++`, `.NET`. */
const WORD = /(?<![\p{L}\p{N}])(?:\.net(?![\p{L}\p{N}])|\p{L}(?:#|\+\+)(?!\p{L}))|[\p{L}\p{N}]+/gu;

function words(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}
