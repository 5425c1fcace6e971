import { hmacHex } from "#worker/platform/digest.ts";
import { randomBase62 } from "#worker/platform/ids.ts";
import type { VisitorCtx } from "./signed-in.ts";

const NAME = "docenda.device";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * The mark of a browser in which an address has signed in before; null for any other. Guesses of strangers lock an address for
 * strangers alone: a browser with the mark has a count of its own. The mark opens nothing, and its name is no secret of the user.
 */
export async function knownDevice(ctx: VisitorCtx, headers: Headers, email: string): Promise<string | null> {
  const mark = cookieOf(headers);
  const [id = ""] = mark?.split(".") ?? [];
  return mark !== null && mark === (await markOf(ctx, id, email)) ? id : null;
}

/** The cookie that marks a browser in which an address has just signed in. */
export async function deviceCookie(ctx: VisitorCtx, origin: string, email: string): Promise<string> {
  const mark = await markOf(ctx, randomBase62(16), email);
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return `${NAME}=${mark}; Max-Age=${YEAR_SECONDS}; Path=/api/auth; HttpOnly; SameSite=Lax${secure}`;
}

/** The mark for an address: bound to it, so that whoever has signed in here once guesses at no other address with the mark. */
async function markOf({ services }: VisitorCtx, id: string, email: string): Promise<string> {
  return `${id}.${await hmacHex(services.config.authSecret, `device ${id} ${email}`)}`;
}

function cookieOf(headers: Headers): string | null {
  const cookies = (headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? null;
}
