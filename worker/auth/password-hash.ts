import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { TurnLine } from "#worker/platform/turn-line.ts";

/**
 * Cost of scrypt: OWASP's password storage cheat sheet has N = 2^14, r = 8, p = 5 among the settings of equal strength; 16 MiB of memory
 * fit an isolate many times, which N = 2^17 would not.
 */
const COST = { N: 2 ** 14, r: 8, p: 5 } as const;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** Nothing else of the isolate runs while a key is derived: of several sign-ins at once, others have their turn in between. */
const derivations = new TurnLine();

/** The hash as `scrypt$N$r$p$salt$key`, so that a later change of the cost leaves old passwords valid. Takes tens of milliseconds. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** Whether a password has this hash; false for a hash in another form. */
export async function verifyPassword({
  hash,
  password,
}: {
  hash: string;
  password: string;
}): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = hash.split("$");
  if (scheme !== "scrypt" || salt === undefined || key === undefined) return false;
  const wanted = Buffer.from(key, "base64url");
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const given = await derive(password, Buffer.from(salt, "base64url"), cost);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

/** The key of a password in one Unicode form, as keyboards differ in how they write an umlaut. */
async function derive(
  password: string,
  salt: Buffer,
  cost: { N: number; r: number; p: number },
): Promise<Buffer> {
  await derivations.turn();
  return await new Promise((settle, fail) => {
    const options = { ...cost, maxmem: 256 * cost.N * cost.r };
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, options, (error, key) =>
      error ? fail(error) : settle(key),
    );
  });
}
