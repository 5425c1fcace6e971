import type { Question } from "./read-questions.ts";

export type QuestionResult = {
  question: string;
  isFound: boolean;
  /** The texts and the page that the answer lacks, in words; empty when the answer is found. */
  lacks: string[];
  confidence: string;
  /** Tokens (o200k) of the answer. */
  tokens: number;
};

/** The part of a search's answer that is judged. */
export type Answer = {
  confidence: string;
  passages: { url: string; text: string }[];
  receipt: { tokensSent: number };
};

/** Whether an answer holds what a question asks of it. */
export function judge(
  { question, must = [], url }: Question,
  { confidence, passages, receipt }: Answer,
): QuestionResult {
  const text = passages.map((passage) => plain(passage.text)).join("\n");
  const lacks = must
    .filter((one) => !text.includes(plain(one)))
    .map((one) => `the text ${JSON.stringify(one)}`);
  if (url !== undefined && !passages.some((passage) => pageOf(passage.url) === pageOf(url)))
    lacks.push(`a passage of ${url}`);
  return { question, isFound: lacks.length === 0, lacks, confidence, tokens: receipt.tokensSent };
}

/** Text without line breaks and indentation, which say nothing about an answer. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").toLowerCase();
}

function pageOf(url: string): string {
  return url.replace(/#.*$/s, "").replace(/\/$/, "");
}
