import { describe, expect, it } from "vitest";
import { FAULTS } from "./faults.ts";
import { readAllProofs, readProofs, readReliabilityPage, reliabilityPage } from "./write-reliability.ts";

it("docs/reliability.md is what the tests' names make it; `node scripts/write-reliability.ts` writes it", () => {
  const page = readReliabilityPage();
  expect(page).toBe(reliabilityPage(readAllProofs()));
  expect(page.match(/^\| \d+ \|/gm)).toHaveLength(50);
});

it("the faults are numbered from 1 to 50", () => {
  expect(FAULTS.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
});

it("a fault without a test has none on the page, and what is missing is said", () => {
  const page = reliabilityPage([{ file: "a.test.ts", name: "holds | well", faults: [2] }]);
  expect(page).toMatch(/^\| 1 \| .+ \| no test yet.* \|$/m);
  expect(page).toMatch(/^\| 2 \| .+ \| \[a\.test\.ts\]\(\.\.\/a\.test\.ts\): holds \\\| well.* \|$/m);
});

function read(code: string) {
  return readProofs("a.test.ts", code);
}

describe("a mark", () => {
  it("is read from tests of every form, below the names of their groups", () => {
    const code = [
      'describe("a charge", () => { it("is held (fault 10)", async () => {}); });',
      'it.each([["a", "(fault 4)"]])("%s ends (faults 1, 2)", { timeout: 5 }, () => {});',
      "test(`${COUNT} pages (fault 3)`, () => {});",
      'describe.skipIf(!isThere)("pages", () => { it.for<string>(ALL)("%s (fault 50)", () => {}); });',
    ].join("\n");
    expect(read(code)).toEqual([
      { file: "a.test.ts", name: "a charge › is held", faults: [10] },
      { file: "a.test.ts", name: "%s ends", faults: [1, 2] },
      { file: "a.test.ts", name: "… pages", faults: [3] },
      { file: "a.test.ts", name: "pages › %s", faults: [50] },
    ]);
  });

  it("counts in no comment and in no other text", () => {
    expect(read('// it("x (fault 1)", () => {})\nconst name = "x (fault 2)"; note("x (fault 3)");')).toEqual(
      [],
    );
  });

  it.each([
    ['it.skip("x (fault 1)", () => {})', "does not run"],
    ['it.todo("x (fault 1)")', "does not run"],
    ['it.fails.each([1])("x (fault 1)", () => {})', "does not run"],
    ['describe.skip("y", () => { it("x (fault 1)", () => {}); })', "does not run"],
    ['describe("y (fault 1)", () => {})', "Mark the tests in it"],
    ['it("x (fault 51)", () => {})', "has no fault 51"],
    ['it("x (fault one)", () => {})', "write the mark at the end"],
    ['it("x (fault 1) and y", () => {})', "write the mark at the end"],
  ])("is refused: %s", (code, words) => {
    expect(() => read(code)).toThrow(words);
  });
});
