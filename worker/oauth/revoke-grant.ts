import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { endGrant } from "./end-grant.ts";
import { signedInUser } from "./signed-in-user.ts";

export const revokeGrantInput = z.object({ grantId: z.string().min(1).max(INPUT_LIMITS.id) });

/** Shuts an MCP client of the user out, from its next request on. not-found for a client that is not the user's or is out already. */
export async function revokeGrant(
  ctx: Ctx,
  { grantId }: z.output<typeof revokeGrantInput>,
): Promise<{ grantId: string }> {
  const { userId } = signedInUser(ctx);
  if (!(await endGrant(ctx, userId, grantId)))
    throw new AppError("not-found", "You have no such connection.");
  return { grantId };
}
