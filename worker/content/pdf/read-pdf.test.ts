import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOSTILE_PDFS } from "#tests/support/hostile-pdfs.workers.ts";
import { makePdf } from "#tests/support/make-pdf.workers.ts";
import type { PdfLine } from "#tests/support/make-pdf.workers.ts";
import { readPdf } from "./read-pdf.ts";
import type { PdfText } from "./read-pdf.ts";

const LIMITS = { maxPages: 5000 };

async function textOf(bytes: Uint8Array): Promise<PdfText> {
  const read = await readPdf(bytes, LIMITS);
  if (read.kind === "refused") throw new Error(read.words);
  return read;
}

async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  return (await textOf(bytes)).pages.map(({ markdown }) => markdown);
}

async function outcome(bytes: Uint8Array): Promise<string> {
  const read = await readPdf(bytes, LIMITS);
  return read.kind === "refused" ? read.reason : `${read.pages.length} pages`;
}

/** Lines of one paragraph. */
function paragraph(texts: string[], y: number, more: Partial<PdfLine> = {}): PdfLine[] {
  return texts.map((text, at) => ({ text, y: y - at * 12, ...more }));
}

describe("the text of a page", () => {
  it("has headings by size, paragraphs whose hyphens are mended, code, and tables", async () => {
    const lines: PdfLine[] = [
      { text: "Otters", y: 720, size: 20 },
      { text: "In rivers", y: 690, size: 14 },
      ...paragraph(
        [
          "An otter is a carnivorous mam-",
          "mal of rivers and coasts. Its well-",
          "known cousin is the badger.",
        ],
        660,
      ),
      ...paragraph(["It eats fish, and is well-known for it."], 610),
      ...paragraph(["if (otter.isHungry) {", "  fish();", "}"], 580, { font: "mono" }),
      ...["Animal|Weight|Food", "Otter|10 kg|fish", "Badger|12 kg|worms"].flatMap((row, n) =>
        row.split("|").map((text, column) => ({ text, x: 72 + column * 120, y: 500 - n * 14 })),
      ),
      { text: "See also", y: 440, font: "bold" },
      ...paragraph(["The chapter on badgers."], 420),
    ];
    const [page] = await pagesOf(makePdf([lines]));
    expect(page).toBe(
      [
        "# Otters",
        "## In rivers",
        "An otter is a carnivorous mammal of rivers and coasts. Its well-known cousin is the badger.",
        "It eats fish, and is well-known for it.",
        "```\nif (otter.isHungry) {\n  fish();\n}\n```",
        "| Animal | Weight | Food |\n| --- | --- | --- |\n| Otter | 10 kg | fish |\n| Badger | 12 kg | worms |",
        "###### See also",
        "The chapter on badgers.",
      ].join("\n\n"),
    );
  });

  it("leaves out what stands at the head and the foot of every page, and stands below the headings before it", async () => {
    const pages = Array.from({ length: 6 }, (_, at): PdfLine[] => [
      { text: "The Book of Otters", y: 760 },
      ...(at === 0 ? [{ text: "Habits", y: 700, size: 18 }] : []),
      ...paragraph([`Otter number ${at} sleeps on its back.`, "Nobody minds."], 660),
      { text: `${at + 1}`, x: 300, y: 40 },
    ]);
    expect(await pagesOf(makePdf(pages, { isPacked: true }))).toEqual(
      Array.from(
        { length: 6 },
        (_, at) => `# Habits\n\nOtter number ${at} sleeps on its back. Nobody minds.`,
      ),
    );
  });

  it("is what stands at the same place of every page, where there is nothing else", async () => {
    const pages = Array.from({ length: 4 }, (_, at) => [{ text: `Label ${at + 7} of the otters`, y: 700 }]);
    expect(await pagesOf(makePdf(pages))).toEqual(
      [7, 8, 9, 10].map((number) => `Label ${number} of the otters`),
    );
  });

  it("is kept apart by pages, with the title and the language of the whole", async () => {
    const words =
      "Der Otter ist ein Tier, das in der Nacht auf die Jagd geht und nicht mit den anderen frisst, die von ihm wissen.";
    const read = await textOf(makePdf([[{ text: words, y: 700 }], []], { title: "Otter und Dachs" }));
    expect(read).toMatchObject({ title: "Otter und Dachs", language: "de" });
    expect(read.pages).toEqual([
      { number: 1, markdown: words },
      { number: 2, markdown: "" },
    ]);
  });

  it("has no table of contents", async () => {
    const entries = Array.from({ length: 8 }, (_, at) => `Chapter ${at} . . . . . . . . . . . . ${at * 7}`);
    const [page] = await pagesOf(
      makePdf([[{ text: "Contents", y: 720, size: 16 }, ...paragraph(entries, 700)]]),
    );
    expect(page).toBe("# Contents");
  });
});

describe("a file that is made to harm", () => {
  it.each(HOSTILE_PDFS)("%s (faults 27, 28, 29, 30)", async (_name, make, expected) => {
    const before = process.memoryUsage().rss;
    expect(await outcome(make())).toBe(expected);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  });
});

it("with more pages than are wanted is not read (fault 30)", async () => {
  expect(await readPdf(makePdf([[], []]), { maxPages: 1 })).toMatchObject({ reason: "too-many-pages" });
});

describe("a file that was damaged", () => {
  // The parser leaves failed promises of its own behind, now and then: they end a test run and no Worker.
  let listeners: NodeJS.UnhandledRejectionListener[] = [];
  beforeAll(() => {
    listeners = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection").on("unhandledRejection", () => {});
  });
  afterAll(async () => {
    await new Promise((settle) => setTimeout(settle, 200));
    process.removeAllListeners("unhandledRejection");
    for (const listener of listeners) process.on("unhandledRejection", listener);
  });

  it("is read as far as it goes or refused in words of ours, whatever was changed (fault 27)", async () => {
    const whole = makePdf(
      Array.from({ length: 4 }, (_, at) => paragraph([`Page ${at} of the otters.`, "They sleep."], 700)),
      { isPacked: true },
    );
    const change = fc.record({ at: fc.nat(whole.length - 1), byte: fc.integer({ min: 0, max: 255 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 12 }),
        fc.option(fc.nat(whole.length)),
        async (changes, cutAt) => {
          const bytes = whole.slice(0, cutAt ?? whole.length);
          for (const { at, byte } of changes) if (at < bytes.length) bytes[at] = byte;
          const read = await readPdf(bytes, LIMITS);
          const words = read.kind === "refused" ? read.words : `This file has ${read.pages.length} pages.`;
          expect(words).toMatch(/^(?:This (?:file|isn't a PDF)|The parts|Parts) .+\.$/);
        },
      ),
      { numRuns: 200, seed: 29 },
    );
  });
});
