import { userOwner } from "#worker/owner.ts";
import type { Ctx } from "#worker/context.ts";
import { sessionActor } from "./find-session.ts";
import type { SignInUser } from "./repo.ts";

/** A visitor's context: everything of a Ctx but the actor and the scope. */
export type VisitorCtx = Omit<Ctx, "actor" | "scope">;

/** Result of a sign-in for the door: the user, and the cookies that go out with the answer. */
export type SignedIn = { user: SignInUser; cookies: string[] };

/** The Ctx of a user who has just signed in. */
export function ctxOfSignedIn(ctx: VisitorCtx, user: SignInUser, sessionId: string): Ctx {
  return {
    ...ctx,
    actor: sessionActor(sessionId, user, ctx.now()),
    scope: { owner: userOwner(user.id) },
  };
}
