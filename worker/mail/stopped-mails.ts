import type { StoppableMail } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { deleteStopped, listStopped, putStopped } from "./repo.ts";
import { stoppableAddress, stopLinkOf } from "./stop-link.ts";

type StopCtx = Pick<Ctx, "db" | "services">;

/** For each address that wants this kind of mail, the link that ends it. Addresses that stopped it are left out. */
export async function listStopLinks(
  ctx: StopCtx,
  kind: StoppableMail,
  origin: string,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const hashes = await Promise.all(emails.map((email) => stoppableAddress(ctx, kind, email)));
  const stopped = await listStopped(ctx.db, hashes);
  const links = new Map<string, string>();
  for (const [index, email] of emails.entries()) {
    const hash = hashes[index]!;
    if (!stopped.has(hash)) links.set(email, await stopLinkOf(ctx, kind, origin, hash));
  }
  return links;
}

/** True when an address stopped this kind of mail. */
export async function isMailStopped(ctx: StopCtx, kind: StoppableMail, email: string): Promise<boolean> {
  const hash = await stoppableAddress(ctx, kind, email);
  return (await listStopped(ctx.db, [hash])).has(hash);
}

/** Stops this kind of mail to an address, or begins it again. The caller knows that the address is the acting person's. */
export async function setMailStopped(
  ctx: StopCtx & Pick<Ctx, "now">,
  kind: StoppableMail,
  { email, isStopped }: { email: string; isStopped: boolean },
): Promise<void> {
  const hash = await stoppableAddress(ctx, kind, email);
  if (isStopped) await putStopped(ctx.db, hash, ctx.now());
  else await deleteStopped(ctx.db, hash);
}
