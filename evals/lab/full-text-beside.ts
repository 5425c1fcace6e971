import { readTextPieces } from "#worker/docs-index/page-pieces.ts";
import { cutAt } from "../peers/cut.ts";
import { textOf } from "../peers/full-text.ts";
import { fillFts5 } from "../peers/fts5.ts";
import { sectionsOf } from "../peers/sections.ts";
import { missingFrom } from "../squeeze.ts";
import type { Question } from "../data.ts";
import { pathOf } from "./lab.ts";
import type { LabSource } from "./lab.ts";

const { plainMarkdown } = await import("#worker/content/sections.ts");

/** Characters of a token at most, on average: a cut at a budget needs no more characters. */
const LONG_TOKEN = 8;

export type FilledOutcome = { rank: number; isAnswered: boolean[] };

/**
 * Plain FTS5 over the same pages, asked with the same words, each answer filled to each budget. The words are the question, and
 * behind it the keywords where there are some.
 */
export function fullTextBeside(source: LabSource, budgets: readonly number[]) {
  const { sql } = source.storage;
  const pages: { id: number; url: string }[] = sql.exec("SELECT id, url FROM page ORDER BY id").toArray();
  const search = fillFts5(
    pages.flatMap(({ id, url }) =>
      sectionsOf(plainMarkdown(readTextPieces(sql, "markdown", id)), pathOf(url)).map((section) => ({
        ...section,
        file: pathOf(url),
      })),
    ),
    ":memory:",
  );
  const largest = Math.max(...budgets);
  return ({ query, keywords = [], gold, must }: Question): FilledOutcome => {
    const found = search([query, ...keywords].join(" "));
    const files = [...new Set(found.map(({ file }) => file))];
    const cuts = cutAt(textOf(found).slice(0, largest * LONG_TOKEN), budgets);
    return {
      rank: files.findIndex((file) => gold.includes(file)) + 1,
      isAnswered: budgets.map((budget) => missingFrom(cuts[budget]!, must).length === 0),
    };
  };
}
