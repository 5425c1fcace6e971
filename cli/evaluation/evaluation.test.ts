import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "cheerio";
import { afterAll, describe, expect, it } from "vitest";
import { judge } from "./judge.ts";
import { readQuestions } from "./read-questions.ts";
import { failuresOf, reportJunit, reportMarkdown, summarize } from "./report.ts";

const folder = mkdtempSync(join(tmpdir(), "docenda-eval-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function answer(...passages: { url: string; text: string }[]) {
  return { confidence: "sure", passages, receipt: { tokensSent: 400 } };
}

describe("judge", () => {
  const found = answer({ url: "https://docs.test/a#b", text: "Call\n  openDoor(\n   key)." });

  it("wants every text, however lines break, and the page without its anchor", () => {
    expect(
      judge({ question: "q", must: ["OpenDoor( key)"], url: "https://docs.test/a/" }, found),
    ).toMatchObject({
      isFound: true,
      tokens: 400,
    });
    expect(judge({ question: "q", must: ["openDoor", "closeDoor"] }, found).lacks).toEqual([
      'the text "closeDoor"',
    ]);
    expect(judge({ question: "q", url: "https://docs.test/b" }, found).isFound).toBe(false);
    expect(judge({ question: "q", must: ["x"] }, answer()).isFound).toBe(false);
  });
});

describe("readQuestions", () => {
  it.for([
    ["", "has 0 questions"],
    ["not json", "Line 1 isn't JSON"],
    ['{"must":["a"]}', 'Line 1 has no "question"'],
    ['{"question":"a","must":["a"]}\n\n{"question":"b"}', "Line 3 says nothing of its answer"],
    ['{"question":"a","must":"a"}', "isn't a list of texts"],
    ['{"question":"a","url":"here"}', "isn't an address"],
    ['{"question":"a","must":["a"],"draft":true}', "1 of 1 questions are drafts"],
  ])("refuses %s", ([text, words]) => {
    const file = join(folder, "questions.jsonl");
    writeFileSync(file, text!);
    expect(() => readQuestions(file)).toThrow(words);
  });
});

function result(question: string, isFound: boolean, tokens: number) {
  const lacks = isFound ? [] : ['the text "a|b"'];
  return { question, isFound, lacks, confidence: "sure", tokens };
}

describe("reports", () => {
  const run = summarize([
    result("kept", true, 100),
    result("lost <b> | &", false, 201),
    result("won", true, 300),
  ]);
  const before = summarize([
    result("kept", true, 100),
    result("lost <b> | &", true, 100),
    result("won", false, 100),
  ]);

  it("fail below the recall and above the tokens, and not at them", () => {
    expect(run).toMatchObject({ recall: 2 / 3, tokens: 200 });
    expect(failuresOf(run, { minRecall: 2 / 3, maxTokens: 200 })).toEqual([]);
    expect(failuresOf(run, { minRecall: 0.67, maxTokens: 199 })).toHaveLength(2);
    expect(failuresOf(run, { minRecall: undefined, maxTokens: undefined })).toEqual([]);
  });

  it("name what was lost and found since the run before", () => {
    const text = reportMarkdown(run, before, []);
    expect(text).toContain("66.7% of 3 questions (before: 66.7%)");
    expect(text).toMatch(/### Newly lost\n\n- lost <b> \| &\n\n### Newly found\n\n- won\n/);
    expect(text).toContain(String.raw`| lost &lt;b> \| & | the text "a\|b" | sure |`);
  });

  it("are well-formed JUnit, with a case for each question and each limit", () => {
    const failures = failuresOf(run, { minRecall: 0.9, maxTokens: undefined });
    const xml = load(reportJunit(run, failures), { xml: true });
    expect(xml("testsuite").attr()).toMatchObject({ tests: "4", failures: "2" });
    expect(
      xml("testcase")
        .get()
        .map((one) => xml(one).attr("name")),
    ).toEqual(["kept", "lost <b> | &", "won", "Limits"]);
    expect(xml("failure").first().attr("message")).toBe('The answer lacks the text "a|b".');
  });
});
