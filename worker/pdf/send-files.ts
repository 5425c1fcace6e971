import type { Ctx } from "#worker/context.ts";

/** Messages that a queue takes in one call. */
const PER_CALL = 100;

export async function sendFiles(
  ctx: Pick<Ctx, "services">,
  setId: string,
  fileIds: string[],
  generation: number,
): Promise<void> {
  for (let at = 0; at < fileIds.length; at += PER_CALL) {
    const some = fileIds.slice(at, at + PER_CALL);
    await ctx.services.pdfQueue.sendBatch(some.map((fileId) => ({ body: { setId, fileId, generation } })));
  }
}
