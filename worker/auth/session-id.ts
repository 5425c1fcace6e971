import type { Db } from "#worker/platform/db.ts";
import { findSessionByToken } from "./repo.ts";

/** The id of the session that has just been made with this token. Ids may be logged and shown, tokens never. */
export async function sessionIdOf(db: Db, token: string | null): Promise<string> {
  const session = token === null ? null : await findSessionByToken(db, token);
  if (session === null) throw new Error("the session that was just made is not there");
  return session.id;
}
