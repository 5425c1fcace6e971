import { expect, test } from "vitest";
import { missSection } from "./evaluation-page.ts";
import { compileMarkdown } from "./markdown.ts";

const MADE = { command: "npm run eval", date: "2026-11-23", commit: "abcdef0", machine: "-" };

test("a missed question shows what it needed and what came instead", () => {
  const html = rendered({});
  for (const text of [
    "How do I wait?",
    "communicate()",
    "library/a.html",
    "Wait for the child",
    "1,460 tokens",
  ])
    expect(html).toContain(text);
  expect(html).toContain("1 of 150 answers");
});

test("texts of questions and of documentation stay text", () => {
  const hostile =
    "<script>alert(1)</script> [click](https://evil.example) https://evil.example `` ` **bold** ![x](y)\n# Heading";
  const html = rendered({
    id: hostile,
    question: hostile,
    wanted: { pages: [hostile], strings: [hostile] },
    sent: { tokens: 1, pages: [hostile, hostile], opening: hostile },
  });
  expect(html).not.toMatch(/<(?:script|a|img|h1)\b/);
  expect(html.split("&#x3C;script>alert(1)")).toHaveLength(1 + 7);
});

function rendered(changes: object): string {
  const miss = {
    id: "python-03",
    question: "How do I wait?",
    wanted: { pages: ["library/a.html"], strings: ["communicate()"] },
    sent: { tokens: 1460, pages: ["library/b.html"], opening: "Wait for the child" },
    rank: 2,
    enough: "5,000 tokens" as const,
    ...changes,
  };
  const section = missSection({ ...MADE, questions: 150, budget: 2000, misses: [miss] });
  return compileMarkdown(["# Evaluation", ...section.slice(1, -1)].join("\n\n")).html;
}
