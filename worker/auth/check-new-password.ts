import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, PRODUCT } from "#schema/values.ts";
import { AppError } from "#worker/errors.ts";
import { authError } from "./auth-error.ts";
import commonPasswords from "./common-passwords.txt?raw";

const common = new Set(commonPasswords.trimEnd().split("\n"));

/**
 * Throws invalid-argument when a password may not be chosen: too short or too long, one of the 10,000 commonest, or the
 * product's name or the user's own address dressed up. Length counts characters as people see them.
 */
export function checkNewPassword(password: string, email: string): void {
  const length = [...password].length;
  if (password === "") throw authError("missing-password");
  if (length < MIN_PASSWORD_LENGTH) throw authError("weak-password");
  if (length > MAX_PASSWORD_LENGTH)
    throw refused(`Password must be at most ${MAX_PASSWORD_LENGTH} characters long`);
  if (isGuessable(password.toLowerCase(), email.toLowerCase()))
    throw refused("This password is easy to guess. Please choose another one");
}

function isGuessable(password: string, email: string): boolean {
  if (common.has(password) || password === email || new Set(password).size === 1) return true;
  const bare = password.replaceAll(/[^\p{L}]/gu, "");
  return (
    bare === PRODUCT.toLowerCase() || password.replace(/(?<![\d\W_])[\d\W_]+$/, "") === email.split("@")[0]
  );
}

function refused(message: string): AppError {
  return new AppError("invalid-argument", message, { data: { reason: "weak-password" } });
}
