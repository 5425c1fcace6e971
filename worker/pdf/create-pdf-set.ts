import * as z from "zod";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { announceChange } from "#worker/live/publish-change.ts";
import { makeSource } from "#worker/sources/make-source.ts";
import { getPdfSet } from "./get-pdf-set.ts";
import { PDF_SET_LIST_LIMIT } from "./list-pdf-sets.ts";
import type { PdfSet } from "./list-pdf-sets.ts";
import { setUrl } from "./pdf-url.ts";
import { countSets, insertSet } from "./repo.ts";

export const createPdfSetInput = z.object({
  displayName: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .refine((name) => !/\p{Cc}/u.test(name), { error: "displayName: must not have control characters" }),
  /** Subject of the files; helps to find the set for a question. */
  description: z.string().trim().min(1).max(1000).optional(),
});
export type CreatePdfSet = z.infer<typeof createPdfSetInput>;

/** Makes an empty set, which is a source that holds nothing yet. Throws invalid-argument when the name is taken. */
export async function createPdfSet(
  ctx: Pick<Ctx, "actor" | "scope" | "db" | "services" | "now" | "newId">,
  { displayName, description }: CreatePdfSet,
): Promise<PdfSet> {
  const { owner } = ctx.scope;
  if ((await countSets(ctx.db, owner)) >= PDF_SET_LIST_LIMIT)
    throw new AppError(
      "resource-exhausted",
      `You have ${PDF_SET_LIST_LIMIT} PDF sets, which is the most. Remove one, or add the files to one of them.`,
      { data: { limit: PDF_SET_LIST_LIMIT } },
    );
  const url = setUrl(displayName);
  const sourceId = await makeSource(ctx, {
    kind: "pdf-set",
    name: displayName,
    url,
    description: description ?? null,
  });
  const setId = ctx.newId("pdf");
  await insertSet(ctx.db, {
    id: setId,
    ownerKind: owner.kind,
    ownerId: owner.id,
    sourceId,
    displayName,
    uploadedAt: ctx.now(),
  });
  await announceChange(ctx.services, owner, "pdf-sets");
  return await getPdfSet(ctx, { setId });
}
