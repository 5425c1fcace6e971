import { languageOf } from "#worker/content/language.ts";
import { listFences } from "#worker/content/fences.ts";
import type { QueryTerm } from "./candidates.ts";
import type { Layout } from "./layout.ts";

/** The language of each slot's page, and the main language of the source; null where the language cannot be told. */
export type PageLanguages = { main: string | null; ofSlots: (string | null)[] };

const SAMPLE_CHARACTERS = 20_000;
/** Share of the commonest language's pages: a source with so many pages in English is in English, which agents ask in. */
const ENGLISH_SHARE = 0.5;
/** Scripts of question terms, each with the languages of pages that a question in that script may want. */
const SCRIPTS: { script: RegExp; languages: string[] }[] = [
  { script: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, languages: ["ja"] },
  { script: /\p{Script=Han}/u, languages: ["zh", "ja"] },
  { script: /\p{Script=Hangul}/u, languages: ["ko"] },
  { script: /\p{Script=Cyrillic}/u, languages: ["ru", "uk", "bg", "sr", "be"] },
  { script: /\p{Script=Arabic}/u, languages: ["ar", "fa", "ur"] },
  { script: /\p{Script=Hebrew}/u, languages: ["he"] },
  { script: /\p{Script=Greek}/u, languages: ["el"] },
];

/**
 * The language of a page: that of its text without code; where the text does not tell, the declared language (`<html lang>`).
 * Sites that are translated often keep the `lang` of their template.
 */
export function pageLanguage(markdown: string, declared: string | null): string | null {
  const said = /^([a-z]{2,3})(?:[-_]|$)/i.exec(declared ?? "")?.[1]?.toLowerCase() ?? null;
  return languageOf(proseOf(markdown)) ?? said;
}

export function readPageLanguages(sql: SqlStorage, { pageIds }: Layout): PageLanguages {
  const counts = sql
    .exec<{ language: string; pages: number }>(
      "SELECT language, count(*) AS pages FROM page WHERE language IS NOT NULL GROUP BY language ORDER BY pages DESC, language",
    )
    .toArray();
  const [most] = counts;
  if (!most || counts.length === 1) return { main: most?.language ?? null, ofSlots: [] };
  const english = counts.find(({ language }) => language === "en")?.pages ?? 0;
  const main = english >= most.pages * ENGLISH_SHARE ? "en" : most.language;
  const rows = sql.exec<{ id: number; language: string | null }>("SELECT id, language FROM page").toArray();
  const languages = new Map(rows.map(({ id, language }) => [id, language]));
  return { main, ofSlots: Array.from(pageIds, (id) => languages.get(id) ?? null) };
}

/**
 * Tells whether the page of a slot is left out of an answer: the page's language is another than its source's, and the question asks
 * for that language neither by name nor by its letters. Null where no page is left out.
 */
export function foreignPages(
  { main, ofSlots }: PageLanguages,
  query: AskedLanguages,
): ((slot: number) => boolean) | null {
  if (ofSlots.length === 0) return null;
  const wanted = new Set([main, null, ...(query.languages ?? [])]);
  for (const { script, languages } of SCRIPTS)
    if (query.terms.some(({ term }) => script.test(term)))
      for (const language of languages) wanted.add(language);
  return (slot) => !wanted.has(ofSlots[slot] ?? null);
}

type AskedLanguages = { terms: QueryTerm[]; languages?: string[] };

/** Text without code blocks, code and addresses, which are English everywhere. */
function proseOf(markdown: string): string {
  let prose = "";
  let at = 0;
  for (const { start, end } of listFences(markdown.slice(0, 4 * SAMPLE_CHARACTERS))) {
    prose += markdown.slice(at, start);
    at = end;
  }
  return (prose + markdown.slice(at))
    .slice(0, SAMPLE_CHARACTERS)
    .replaceAll(/`[^`\n]{0,300}`|\bhttps?:\/\/\S{1,500}|\{#[^{}\s]{1,200}\}/g, " ");
}
