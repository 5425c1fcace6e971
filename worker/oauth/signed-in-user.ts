import type { Actor, Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";

type SessionActor = Extract<Actor, { kind: "session" }>;

/** The person who is signed in; permission-denied for keys and MCP clients, which must not let others in. */
export function signedInUser({ actor }: Pick<Ctx, "actor">): SessionActor {
  if (actor.kind !== "session")
    throw new AppError(
      "permission-denied",
      "Only a person who is signed in can manage the access of MCP clients.",
    );
  return actor;
}
