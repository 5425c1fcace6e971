import { userOwner } from "#worker/owner.ts";
import { PRODUCT } from "#schema/values.ts";
import { accountRows, accountTableNames } from "#worker/account-deletion/account-rows.ts";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { takeAttempt } from "#worker/rate-limits/take-attempt.ts";
import type { Services } from "#worker/services.ts";
import { listTeamDetails } from "#worker/teams/list-team-details.ts";
import { getProfile } from "./get-profile.ts";

/**
 * Everything that is kept of the acting user's account as one JSON text, streamed: the profile, the balance, the rows of each table by the
 * table's name, the teams that the user is in as their members see them, and the conversations of the chat. Secrets and hashes of secrets
 * are left out, and so are texts of documents: they are copies of pages at the sources' addresses. Five times an hour at most.
 */
export async function exportMyData(ctx: Ctx): Promise<ReadableStream<Uint8Array>> {
  if (ctx.actor.kind !== "session")
    throw new AppError("permission-denied", "Only a person who is signed in can export an account.");
  const { userId } = ctx.actor;
  await takeAttempt(ctx, "export/user", userId);
  const owner = userOwner(userId);
  await recordEvent(ctx, owner, { type: "data.exported", details: {} });
  const [profile, balance] = await Promise.all([
    getProfile(ctx),
    ctx.services.creditCounter(owner).balance(),
  ]);
  const head = { product: PRODUCT, exportedAt: ctx.now(), profile, balance };
  const pieces = piecesOf(ctx, head, { userId, email: profile.email });
  return new ReadableStream<string>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await pieces.return()),
  }).pipeThrough(new TextEncoderStream());
}

/** Pieces of the export: a table's name or one of its rows. */
async function* piecesOf(
  ctx: Pick<Ctx, "actor" | "db"> & { services: Pick<Services, "conversations"> },
  head: Record<string, unknown>,
  account: { userId: string; email: string },
): AsyncGenerator<string, void> {
  yield JSON.stringify(head, null, 1).replace(/\n\}$/, "");
  for (const name of accountTableNames) {
    // The profile is the user's row.
    if (name === "users") continue;
    let separator = "";
    yield `,\n ${JSON.stringify(name)}: [`;
    for await (const row of accountRows(ctx, name, account)) {
      yield `${separator}\n  ${JSON.stringify(row)}`;
      separator = ",";
    }
    yield "]";
  }
  yield `,\n "teams": [`;
  let separator = "";
  for await (const team of listTeamDetails(ctx)) {
    yield `${separator}\n  ${JSON.stringify(team)}`;
    separator = ",";
  }
  yield `],\n "conversations": [`;
  separator = "";
  const lines = await ctx.services.conversations(account.userId).exportLines();
  for await (const text of lines.pipeThrough(new TextDecoderStream()).pipeThrough(byLine())) {
    yield `${separator}\n  ${text}`;
    separator = ",";
  }
  yield "]\n}\n";
}

/** Whole lines of a text that comes in pieces, without empty ones. */
function byLine(): TransformStream<string, string> {
  let rest = "";
  return new TransformStream({
    transform(piece, controller) {
      const lines = (rest + piece).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line !== "") controller.enqueue(line);
    },
    flush(controller) {
      if (rest !== "") controller.enqueue(rest);
    },
  });
}
