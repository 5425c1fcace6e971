import { readFileSync } from "node:fs";
import { join } from "node:path";
import { GRADE_LIMITS } from "#schema/api/site-grades.ts";
import { CALL_PRICES, creditsInWords, PER_SEAT, PLANS } from "#schema/plans.ts";
import * as values from "#schema/values.ts";

/** The values that texts may quote: the measurements of docs/figures by the name of their file, prices and limits, and constants. */
export type FigureFiles = Record<string, unknown>;

const MEASURED = ["retrieval", "peers", "search-latency", "ablations", "use-cases", "examples"];

export function readFigureFiles(root: string): FigureFiles {
  const measured = MEASURED.map((name) => {
    const text = readFileSync(join(root, "docs/figures", `${name}.json`), "utf8");
    return [name, JSON.parse(text) as unknown] as const;
  });
  return {
    ...Object.fromEntries(measured),
    plans: { ...PLANS, seat: PER_SEAT },
    grades: GRADE_LIMITS,
    prices: CALL_PRICES,
    values,
  };
}

/**
 * A text with its quotes filled in. A quote is `{{file path format}}`, such as `{{retrieval scopes.source.must.2000 percent}}`.
 * A step of the path in brackets picks from a list: `ways[MiniSearch]` is the entry one of whose fields is that text; several
 * are divided by `;`. Throws for a value that is not there, so that a renamed figure breaks the build and is not left out.
 */
export function fillFigures(text: string, files: FigureFiles): string {
  return text.replace(
    /\{\{([^\s{}]+) ([^{}]+?) (\w+)\}\}/g,
    (quote, file: string, path: string, format: string) => {
      const write = FORMATS[format];
      if (!write) throw new Error(`${quote}: there is no format "${format}"`);
      const value = valueAt(files[file], path);
      if (typeof value !== "number" && typeof value !== "string") throw new Error(`${quote} is not there`);
      return write(value);
    },
  );
}

/** The value at a path as `fillFigures` writes it; undefined when there is none. */
export function valueAt(value: unknown, path: string): unknown {
  const steps = path.matchAll(/\[([^\]]+)\]|[^.[\]]+/g);
  return [...steps].reduce<unknown>(
    (at, [step, chosen]) => (chosen === undefined ? fieldOf(at, step) : pick(at, chosen)),
    value,
  );
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function pick(list: unknown, chosen: string): unknown {
  if (!Array.isArray(list)) return undefined;
  const wanted = chosen.split(";").map((part) => part.trim());
  return list.find((entry: object) =>
    wanted.every((part) => Object.values(entry).map(String).includes(part)),
  );
}

type Format = (value: number | string) => string;

const FORMATS: Record<string, Format> = {
  /** A share from 0 to 1. */
  percent: (value) => `${Math.round(Number(value) * 100)}%`,
  /** Points of percent, with their sign. */
  points: (value) => `${Number(value).toFixed(1)} points`,
  /** The size of a negative number, for sentences about how much less. */
  less: (value) => Math.round(-Number(value)).toLocaleString("en-US"),
  count: (value) => Math.round(Number(value)).toLocaleString("en-US"),
  ms: (value) => `${Math.round(Number(value))} ms`,
  seconds: (value) => `${Math.round(Number(value))} s`,
  /** The value as it is, such as the output of a command. */
  text: String,
  credits: (value) => creditsInWords(Number(value)),
  dollars: (value) => (Number(value) === 0 ? "free" : `$${Number(value) / 100}/month`),
};
