import type { Ctx, Owner } from "#worker/context.ts";
import { planOf } from "#worker/tenancy/plan-of.ts";
import { AppError } from "#worker/errors.ts";
import { claimPages, countPagesBesides, sumFileBytesBesides } from "./file-repo.ts";
import type { PdfFileRow } from "./file-repo.ts";

/** Number of PDF pages that an owner may have, and number that the owner's sets have besides one of them. */
export async function pdfPagesLeft(
  ctx: Pick<Ctx, "db">,
  { owner, besides }: { owner: Owner; besides: string },
): Promise<{ planName: string; limit: number; used: number }> {
  const [plan, used] = await Promise.all([planOf(ctx, owner), countPagesBesides(ctx.db, owner, besides)]);
  return { planName: plan.name, limit: plan.maxPdfPages, used };
}

/** Pages and bytes of all PDF files that an owner has. */
export async function pdfUsage(
  ctx: Pick<Ctx, "db">,
  owner: Owner,
): Promise<{ pdfPages: number; fileBytes: number }> {
  const [pdfPages, fileBytes] = await Promise.all([
    // No set has an empty id, so all of them count.
    countPagesBesides(ctx.db, owner, ""),
    sumFileBytesBesides(ctx.db, owner, null),
  ]);
  return { pdfPages, fileBytes };
}

/** Throws resource-exhausted when the plan of the owner has no room for the bytes of a file beside its others. */
export async function requireRoomForBytes(
  ctx: Pick<Ctx, "db" | "services" | "scope">,
  file: { id: string | null; sizeBytes: number },
): Promise<void> {
  const { owner } = ctx.scope;
  const current = await sumFileBytesBesides(ctx.db, owner, file.id);
  const { name, maxFileBytes } = await planOf(ctx, owner);
  const limit = maxFileBytes * ctx.services.config.paceFactor;
  if (current + file.sizeBytes <= limit) return;
  throw new AppError(
    "resource-exhausted",
    `The ${name} plan keeps ${inMib(limit)} MiB of files; yours have ${inMib(current)}, and this one has ${inMib(file.sizeBytes)}. Remove some or choose a larger plan.`,
    { data: { limit, current, sizeBytes: file.sizeBytes } },
  );
}

function inMib(bytes: number): number {
  return Math.ceil(bytes / 1024 / 1024);
}

/**
 * Takes the pages of a file that is being read out of the owner's plan; says how many are left for the file when they are too few. A file
 * that has as many already keeps them, also on a plan that is smaller now.
 */
export async function claimPdfPages(
  ctx: Pick<Ctx, "db">,
  claim: { owner: Owner; file: PdfFileRow; pages: number },
): Promise<{ planName: string; left: number; isClaimed: boolean }> {
  const { owner, file, pages } = claim;
  const { name, maxPdfPages } = await planOf(ctx, owner);
  return { planName: name, ...(await claimPages(ctx.db, owner, file, { pages, limit: maxPdfPages })) };
}
