import { Hono } from "hono";
import * as z from "zod";
import { FUNCTION_TIMEOUT_MS } from "#schema/values.ts";
import { AppError } from "#worker/errors.ts";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { callables } from "./callables.ts";
import { parseInput } from "#worker/http/validate.ts";
import { withDeadline } from "./with-deadline.ts";

const envelope = z.object(
  { data: z.unknown() },
  { error: 'The body must be a JSON object with the field "data".' },
);

/**
 * Callable functions: `POST /:name` with `{data}` in and `{result}` out (specification, section 7). Messaging and app-check tokens that
 * clients of callables send along are not looked at.
 */
export const callableRoutes = new Hono<AuthenticatedEnv>().post("/:name", async (c) => {
  const name = c.req.param("name");
  if (!Object.hasOwn(callables, name)) throw new AppError("not-found", "This function doesn't exist.");
  const { data } = parseInput(envelope, await readJson(c.req.raw));
  const work: Promise<unknown> = callables[name as keyof typeof callables].run(c.var.ctx, data);
  const result = await withDeadline(work, FUNCTION_TIMEOUT_MS);
  return c.json({ result });
});

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch (cause) {
    throw new AppError("invalid-argument", "The body of the request is not valid JSON.", { cause });
  }
}
