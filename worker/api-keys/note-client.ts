import type { Ctx } from "#worker/context.ts";
import { setLastClient } from "./repo.ts";

const MAX_LENGTH = 60;

/** Notes after the answer which client uses a key, as the client names itself. Other callers have no key. */
export function noteClient(
  ctx: Pick<Ctx, "actor" | "db" | "log" | "waitUntil">,
  clientName: string | null,
): void {
  if (ctx.actor.kind !== "api-key" || clientName === null) return;
  // The name is a stranger's text: it is shown as text, on one line.
  const name = clientName
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_LENGTH);
  if (name === "" || name === ctx.actor.lastClient) return;
  ctx.waitUntil(
    setLastClient(ctx.db, ctx.actor.apiKeyId, name).catch((error: unknown) =>
      ctx.log.error("client of a key not noted", error),
    ),
  );
}
