import type * as z from "zod";
import { MAX_BUDGET_TOKENS } from "#schema/values.ts";
import { AppError } from "#worker/errors.ts";
import { parseInput } from "#worker/http/validate.ts";
import type { AgentTool } from "./agent-tool.ts";
import { asHandle } from "./session-handle.ts";

/** A tool's declaration of its arguments. */
type ToolInput<S> = Pick<AgentTool<never, never>, "aliases" | "example"> & { input: S };

/** Arguments that mean nothing when empty. All other arguments are validated unchanged. */
const OPTIONAL = new Set(["scope", "sources", "version", "section", "budget", "session", "repeat"]);

/**
 * The arguments of a tool call in the tool's own form. Forgives harmless mistakes of a model: another name for an argument, null or "" for
 * an absent one, a number in quotes, one name instead of a list.
 * @throws AppError invalid-argument, with arguments that work.
 */
export function readToolInput<S extends z.ZodType>(
  { input, aliases, example }: ToolInput<S>,
  args: unknown,
): z.output<S> {
  const given = withListedNames(args, aliases);
  if (typeof given.budget === "string" && /^\s*\d+\s*$/.test(given.budget))
    given.budget = Number(given.budget);
  // A smaller budget than allowed is refused: the answer would be above it.
  if (typeof given.budget === "number") given.budget = Math.min(Math.floor(given.budget), MAX_BUDGET_TOKENS);
  if (given.repeat === "true" || given.repeat === "false") given.repeat = given.repeat === "true";
  if (typeof given.sources === "string") given.sources = given.sources.split(",").map((name) => name.trim());
  // A malformed handle only means an unknown session (never an error).
  if (asHandle(given.session) === null) delete given.session;
  try {
    return parseInput(input, given);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const words = `${error.message}. Send, for example, ${JSON.stringify(example)}.`;
    throw new AppError(error.code, words, { cause: error });
  }
}

function withListedNames(args: unknown, aliases: Record<string, string[]>): Record<string, unknown> {
  const given = Object.fromEntries(Object.entries(args ?? {}).filter(([, value]) => value !== null));
  for (const [name, others] of Object.entries(aliases)) {
    const alias = others.find((other) => other in given);
    if (!(name in given) && alias !== undefined) given[name] = given[alias];
  }
  for (const name of OPTIONAL) if (given[name] === "") delete given[name];
  return given;
}
