import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";

const part = z.string().max(INPUT_LIMITS.foreignText);
const lines = z
  .union([part, z.array(part).max(INPUT_LIMITS.foreignItems)])
  .transform((parts) => [parts].flat().join(""));

/** Output of a cell: printed (`text`), given back (`data`) or an error (`ename`). Pictures and widgets have no text. */
const output = z.object({
  text: lines.optional(),
  data: z
    .object({ "text/plain": lines.optional(), "text/markdown": lines.optional() })
    .optional()
    .catch(undefined),
  ename: z.string().max(200).optional(),
  evalue: part.optional(),
});

/** The parts of a Jupyter notebook (nbformat 4) that are read. */
const notebook = z.object({
  cells: z
    .array(
      z.object({
        cell_type: z.string().max(INPUT_LIMITS.name),
        source: lines,
        outputs: z.array(output).max(INPUT_LIMITS.foreignItems).optional(),
      }),
    )
    .max(INPUT_LIMITS.foreignItems),
  metadata: z
    .object({ language_info: z.object({ name: z.string().max(40) }).optional() })
    .optional()
    .catch(undefined),
});

/** Limit on an output, which shows what a cell does; a longer one is data. */
const MAX_OUTPUT_CHARACTERS = 2000;

/** A Jupyter notebook as markdown: its texts, its code as code blocks, and the output of the code. Null for any other text. */
export function notebookToMarkdown(text: string): string | null {
  const { success, data } = notebook.safeParse(parseJson(text));
  if (!success) return null;
  const language = /^[\w+#-]+$/.exec(data.metadata?.language_info?.name ?? "python")?.[0] ?? "";
  return data.cells
    .flatMap(({ cell_type: type, source, outputs = [] }) => {
      if (type === "markdown") return [source.trim()];
      if (type !== "code" || source.trim() === "") return [];
      const printed = outputs
        .map(plainOutput)
        .filter((words) => words !== "")
        .join("\n");
      const shown = outputs.flatMap(({ data: given }) => given?.["text/markdown"] ?? []);
      return [
        fenced(source, language),
        ...(printed.trim() ? [fenced(printed.slice(0, MAX_OUTPUT_CHARACTERS), "")] : []),
        ...shown.map((words) => words.slice(0, MAX_OUTPUT_CHARACTERS)),
      ];
    })
    .join("\n\n");
}

/** Codes for colours of a terminal, which are no text. */
const COLOURS = /\p{Cc}\[[\d;]{0,20}m/gu;

function plainOutput({ text, data: given, ename, evalue }: z.output<typeof output>): string {
  if (ename !== undefined) return `${ename}: ${evalue ?? ""}`.replace(COLOURS, "");
  const plain = given && given["text/markdown"] === undefined ? given["text/plain"] : undefined;
  // `<Figure size 640x480>` stands for a picture.
  const named = /^<([^<>]*)>$/.exec(plain?.trim() ?? "")?.[1] ?? "";
  const shown = /Figure|Axes|object at 0x/.test(named) ? "" : plain;
  return (text ?? shown ?? "").replace(COLOURS, "").replace(/\n$/, "");
}

/** A code block whose fence is longer than any in the code. */
export function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${code.trimEnd().replace(/^\n+/, "")}\n${fence}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
