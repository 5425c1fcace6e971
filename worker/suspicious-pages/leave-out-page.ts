import * as z from "zod";
import { INPUT_LIMITS } from "#schema/input-limits.ts";
import type { AuditEvent } from "#worker/audit/audit-event.ts";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { MAX_LEFT_OUT } from "#worker/docs-index/suspicious-pages.ts";
import { AppError } from "#worker/errors.ts";
import { sourceAddressOf } from "#worker/owner.ts";
import { findReadableSource } from "#worker/sources/find-own-source.ts";
import { recordTotals } from "#worker/sources/settle-job-run.ts";

export const leftOutPageInput = z.object({ url: z.string().min(1).max(INPUT_LIMITS.address) });
type LeftOutPage = z.output<typeof leftOutPageInput> & { sourceId: string };

type LeaveOutCtx = Pick<Ctx, "actor" | "caller" | "db" | "newId" | "now" | "scope" | "services">;

/**
 * Takes a page of a source out of search at once and keeps it out, also when the source is indexed again. A second call changes nothing.
 * @throws AppError not-found for a stranger's source or a page that is not indexed; invalid-argument at the limit.
 */
export async function leaveOutPage(
  ctx: LeaveOutCtx,
  { sourceId, url }: LeftOutPage,
): Promise<{ isLeftOut: true }> {
  const address = await addressOfOwn(ctx, sourceId);
  const outcome = await ctx.services.docsIndex(address).leaveOut(url, ctx.now().getTime());
  if (outcome === "unknown") throw new AppError("not-found", "This page isn't indexed.");
  if (outcome === "full")
    throw new AppError(
      "invalid-argument",
      `${MAX_LEFT_OUT} pages of this source are left out already. Use an exclude pattern to leave out more.`,
      { data: { limit: MAX_LEFT_OUT } },
    );
  if (outcome === "left-out")
    await tellOfChange(ctx, address, { type: "page.left-out", details: { sourceId, url } });
  return { isLeftOut: true };
}

/**
 * Lets a left-out page back into its source: the page is searchable again when the source is indexed the next time. A second call changes
 * nothing.
 * @throws AppError not-found for a stranger's source.
 */
export async function takeInPage(
  ctx: LeaveOutCtx,
  { sourceId, url }: LeftOutPage,
): Promise<{ isLeftOut: false }> {
  const address = await addressOfOwn(ctx, sourceId);
  const wasLeftOut = await ctx.services.docsIndex(address).takeIn(url);
  if (wasLeftOut) await tellOfChange(ctx, address, { type: "page.taken-in", details: { sourceId, url } });
  return { isLeftOut: false };
}

async function addressOfOwn(ctx: LeaveOutCtx, sourceId: string) {
  const source = await findReadableSource(ctx, sourceId);
  if (!source) throw new AppError("not-found", "You have no such source.");
  return sourceAddressOf(source);
}

async function tellOfChange(
  ctx: LeaveOutCtx,
  address: Awaited<ReturnType<typeof addressOfOwn>>,
  event: AuditEvent,
): Promise<void> {
  await recordEvent(ctx, ctx.scope.owner, event);
  const totals = await ctx.services.docsIndex(address).totals();
  await recordTotals(ctx, address, totals, { isIndexed: false });
}
