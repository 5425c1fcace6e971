import type { Actor } from "#worker/context.ts";
import { createAuth } from "./create-auth.ts";
import type { AuthCtx } from "./create-auth.ts";
import { findUserById } from "./repo.ts";
import type { SignInUser } from "./repo.ts";

export type SessionActor = Extract<Actor, { kind: "session" }>;

export type FoundSession = {
  actor: SessionActor;
  user: SignInUser;
  /** `Set-Cookie` lines that go out with the answer, as when the session was prolonged. */
  cookies: string[];
};

/** Whether the headers may hold a session, so that every other request costs no look-up. */
export function mayHaveSession(headers: Headers): boolean {
  return (
    /docenda\.session_token=/.test(headers.get("cookie") ?? "") ||
    /^bearer (?!doc_)/i.test(headers.get("authorization") ?? "")
  );
}

/**
 * The user who is signed in with this request's cookie, or with the session's token as a bearer; null for nobody, also when the session is
 * over, was revoked, or belongs to an account that is being deleted.
 */
export async function findSession(
  ctx: AuthCtx,
  headers: Headers,
  origin: string,
): Promise<FoundSession | null> {
  if (!mayHaveSession(headers)) return null;
  const found = await createAuth(ctx, { origin }).api.getSession({ headers, returnHeaders: true });
  const session = found.response?.session;
  const user = session ? await findUserById(ctx.db, session.userId) : null;
  if (!session || !user || user.deletionStartedAt) return null;
  return {
    actor: sessionActor(session.id, user, session.createdAt),
    user,
    cookies: found.headers.getSetCookie(),
  };
}

export function sessionActor(
  sessionId: string,
  user: Pick<SignInUser, "id" | "emailVerified">,
  signedInAt: Date,
): SessionActor {
  return { kind: "session", userId: user.id, sessionId, isEmailVerified: user.emailVerified, signedInAt };
}
