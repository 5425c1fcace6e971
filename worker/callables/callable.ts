import type * as z from "zod";
import type { Ctx } from "#worker/context.ts";
import { parseInput } from "#worker/http/validate.ts";

/** A verb under the name that clients of callable functions know. */
export type Callable<Output> = { input: z.ZodType; run: (ctx: Ctx, data: unknown) => Promise<Output> };

/** Joins a verb to the schema of its input. A client without arguments sends `null`. */
export function callable<S extends z.ZodType, Output>(
  schema: S,
  verb: (ctx: Ctx, input: z.output<S>) => Promise<Output>,
): Callable<Output> {
  return { input: schema, run: async (ctx, data) => verb(ctx, parseInput(schema, data ?? {})) };
}
