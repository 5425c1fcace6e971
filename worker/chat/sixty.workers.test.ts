import { expect, it } from "vitest";
import { passagesOf } from "#schema/api/chat.ts";
import type { AnswerPart, Turn } from "#schema/api/chat.ts";
import { signedUp } from "#tests/support/browser.workers.ts";
import { ANSWERS, PAGES } from "#tests/support/chat-answers.workers.ts";
import { answered, useModel } from "#tests/support/chat.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { wordsOf } from "./words.ts";

const LETTERS: Record<string, string> = { supported: "s", unsupported: "u", remark: "r" };
const QUOTE = /\[\d+:? ["“](.+?)["”]\]/g;

function saidOf(parts: readonly AnswerPart[]): string {
  return parts.map((part) => (part.kind === "heading" ? "" : LETTERS[part.status])).join("");
}

/** The words of a text, for comparing texts that differ in marks alone. */
function wordsIn(text: string): string {
  return wordsOf(text)
    .map((word) => word.text)
    .join(" ");
}

/** The texts that the supports of a turn point to. */
function spansOf(turn: Turn): string[] {
  const passages = passagesOf(turn);
  return turn.parts.flatMap((part) =>
    part.kind === "heading"
      ? []
      : part.supports.map(({ passage, start, end }) => passages[passage - 1]!.text.slice(start, end)),
  );
}

it("of sixty recorded answers every cited span holds the cited words, and what is wrong is not supported", async () => {
  const { browser, userId } = await signedUp({ isVerified: true });
  const owner = { kind: "user", id: userId } as const;
  const ids: Record<string, string> = {};
  // A source for each page, so that passage 1 is of that page.
  for (const { path, ...page } of PAGES)
    ids[path] = await indexPages({ owner, name: path, url: `https://${path}.test/` }, [{ path, ...page }]);
  const answers = Object.fromEntries(ANSWERS.map(({ question, answer }) => [question, answer]));
  await fetch("http://model.test/recordings", { method: "PUT", body: JSON.stringify(answers) });
  await useModel(browser, "replay");

  const found: { question: string; said: string }[] = [];
  let spans = 0;
  for (const { page, question, answer } of ANSWERS) {
    const { turn } = await answered(browser, { question, moduleId: ids[page] });
    found.push({ question, said: saidOf(turn.parts) });
    const quoted = Array.from(answer.matchAll(QUOTE), ([, quote = ""]) => wordsIn(quote));
    const text = wordsIn(PAGES.find(({ path }) => path === page)!.markdown);
    for (const span of spansOf(turn).map(wordsIn)) {
      spans += 1;
      expect(text).toContain(span);
      // The span is the cited words, or, without citation, the supporting sentence.
      expect(quoted.length === 0 || quoted.includes(span) || answer.includes("```")).toBe(true);
    }
  }
  expect(found).toEqual(ANSWERS.map(({ question, said }) => ({ question, said })));
  expect(ANSWERS).toHaveLength(60);
  expect(spans).toBeGreaterThan(40);
});
