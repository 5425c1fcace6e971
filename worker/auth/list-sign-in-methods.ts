import type { Ctx } from "#worker/context.ts";
import { listAccountRows } from "./repo.ts";
import { sessionOf } from "./sessions.ts";

/** `password`, `github` or `google`, oldest first. */
export async function listSignInMethods(ctx: Ctx): Promise<{ method: string; createdAt: Date }[]> {
  const rows = await listAccountRows(ctx.db, sessionOf(ctx).userId);
  return rows.map(({ providerId, createdAt }) => ({
    method: providerId === "credential" ? "password" : providerId,
    createdAt,
  }));
}
