import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import { authError } from "./auth-error.ts";

const email = z.string().max(INPUT_LIMITS.mailAddress).trim().toLowerCase().pipe(z.email().max(254));

/** An address in the form under which accounts are kept; invalid-argument in the catalog's words for text that is no address. */
export function readEmail(text: string): string {
  if (text.trim() === "") throw authError("missing-email");
  const result = email.safeParse(text);
  if (!result.success) throw authError("invalid-email");
  return result.data;
}
