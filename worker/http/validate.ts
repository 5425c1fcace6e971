import type { ValidationTargets } from "hono";
import { validator } from "hono/validator";
import type * as z from "zod";
import { AppError } from "#worker/errors.ts";

const MAX_REPORTED_ISSUES = 5;
type RawIssue = z.core.$ZodRawIssue;

/**
 * The value in the schema's form; invalid-argument with words such as "query: must not be empty" when the value does not fit. A message of
 * the schema itself is used unchanged. Values are never repeated: one may be a key.
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: describe, reportInput: false });
  if (result.success) return result.data;
  const { issues } = result.error;
  const messages = new Set(issues.slice(0, MAX_REPORTED_ISSUES).map((issue) => issue.message));
  throw new AppError("invalid-argument", [...messages].join("; "), {
    data: { fields: [...new Set(issues.map((issue) => issue.path.join(".")))] },
  });
}

/** Hono's validator over `parseInput`: it throws, so a route's type has no branch for errors. */
export function validated<T extends keyof ValidationTargets, S extends z.ZodType>(target: T, schema: S) {
  const handler = validator(target, (value): z.output<S> => parseInput(schema, value));
  judgements.set(handler, { target, schema });
  return handler;
}

/** The part of a request that a validator judges, and its schema. */
export type Judgement = { target: keyof ValidationTargets; schema: z.ZodType };

const judgements = new WeakMap<object, Judgement>();

/** Validators of a route's handler that `validated` made; none for any other handler. */
export function judgementsOf(handler: unknown): Judgement[] {
  const judgement = judgements.get(handler as object);
  return judgement ? [judgement] : [];
}

function describe(issue: RawIssue): string {
  const path = issue.path?.map(String).join(".") ?? "";
  const words = wordsFor(issue);
  return path ? `${path}: ${words}` : `The input ${words}`;
}

function wordsFor(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${article(String(issue.expected))}`;
    case "too_small":
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case "too_big":
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive !== false);
    case "invalid_format":
      return `must be ${FORMATS[issue.format] ?? "written in another form"}`;
    case "invalid_value":
      return issue.input === undefined
        ? "is required"
        : `must be one of ${issue.values.map((value) => String(value)).join(", ")}`;
    case "unrecognized_keys":
      return `has unknown fields (check their spelling)`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    default:
      return "is not valid";
  }
}

const FORMATS: Record<string, string> = {
  url: "a URL",
  email: "an email address",
  datetime: "an ISO date and time",
};

function article(type: string): string {
  const names: Record<string, string> = {
    string: "text",
    number: "a number",
    int: "a whole number",
    boolean: "true or false",
    array: "a list",
    object: "an object",
    record: "an object",
  };
  return names[type] ?? `of type ${type}`;
}

function tooSmall(origin: string, minimum: number, isInclusive: boolean): string {
  if (origin === "string")
    return minimum === 1 ? "must not be empty" : `must have at least ${minimum} characters`;
  if (origin === "array" || origin === "set")
    return minimum === 1 ? "must not be empty" : `must have at least ${minimum} items`;
  return isInclusive ? `must be at least ${minimum}` : `must be more than ${minimum}`;
}

function tooBig(origin: string, maximum: number, isInclusive: boolean): string {
  if (origin === "string") return `must have at most ${maximum} characters`;
  if (origin === "array" || origin === "set") return `must have at most ${maximum} items`;
  return isInclusive ? `must be at most ${maximum}` : `must be less than ${maximum}`;
}
