import { expect, it } from "vitest";
import { pagesNamed, searchWords } from "./search-words.ts";

it("asks what was asked, with the question before where the new one points back to it", () => {
  expect(searchWords("vitest mock a module", null)).toBe("vitest mock a module");
  expect(searchWords("does it work with default exports?", "vitest mock a module")).toBe(
    "vitest mock a module does it work with default exports?",
  );
  expect(searchWords("and globals?", "vitest mock a module")).toBe("vitest mock a module and globals?");
  expect(searchWords("react-router redirect in a loader function", "vitest mock a module")).toBe(
    "react-router redirect in a loader function",
  );
});

it("finds the pages that are named, and searches for the words beside them", () => {
  const question = "What does https://a.test/x#y say on retries (see https://b.test/z)?";
  expect(pagesNamed(question)).toEqual(["https://a.test/x#y", "https://b.test/z"]);
  expect(searchWords(question, null)).not.toContain("https:");
});
