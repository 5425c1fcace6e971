import { expect, it } from "vitest";
import {
  fileProblem,
  formatBytes,
  isRunning,
  languageName,
  pdfClass,
  statusWord,
  suggestedName,
} from "./set-state.ts";

it.each([
  ["indexed", "complete", "Indexed"],
  ["failed", "failed", "Failed"],
  ["indexing", "running", "Indexing"],
  ["queued", "running", "Queued"],
  ["not indexed", "pending", "Not indexed"],
  ["archived", "unknown", "Unknown"],
  ["", "unknown", "Unknown"],
])("%j is %s", (status, shown, word) => {
  expect([pdfClass(status), statusWord(status)]).toEqual([shown, word]);
  expect(isRunning({ status })).toBe(shown === "running");
});

it.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1024, "1.0 KB"],
  [1_468_006, "1.4 MB"],
  [64 * 1024 * 1024, "64 MB"],
  [5 * 1024 ** 4, "5120 GB"],
])("%i bytes are %s", (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});

it("names languages", () => {
  expect([languageName("de"), languageName(null), languageName("not a code")]).toEqual([
    "German",
    null,
    "not a code",
  ]);
});

it("says why a file cannot be sent", () => {
  expect(fileProblem({ name: "Manual.PDF", size: 1 })).toBeNull();
  expect(fileProblem({ name: "manual.pdf.exe", size: 1 })).toMatch(/Not a PDF/);
  expect(fileProblem({ name: "manual.pdf", size: 0 })).toMatch(/empty/);
});

function file(name: string) {
  return { name, size: 1 };
}

it("names a set after its only file", () => {
  expect(suggestedName([file("Pump 3000.pdf")])).toBe("Pump 3000");
  expect(suggestedName([file("a.pdf"), file("b.pdf")])).toBe("");
  expect(suggestedName([])).toBe("");
});
