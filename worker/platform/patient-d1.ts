import { AppError } from "#worker/errors.ts";

/** Statements that only read and may be sent again; drizzle writes all reads like this. */
const READ = /^\s*select\b/i;
/** Errors of D1 that a try again soon is likely to pass (Cloudflare, "Debug D1", errors), and SQLite's own "busy". */
const PASSING =
  /network connection lost|reset because its code was updated|caused object to be reset|transient issue on remote node|SQLITE_BUSY|database is locked/i;
/** Errors of an overloaded D1: another try makes the load worse, so the caller is told when to come back. */
const OVERLOADED = /D1 DB is overloaded|too many requests queued/i;

const TRIES = 4;
const FIRST_WAIT_MS = 50;
const RETRY_AFTER_SECONDS = 5;

const known = new WeakMap<D1Database, D1Database>();

/**
 * A D1 database whose reads are sent up to four times, within about half a second, where D1 fails in passing. A write is sent once: a
 * failure does not say whether the write was applied. Fails with `unavailable` and a time to come back; nothing is sent again while D1 is
 * overloaded. The same wrapper for the same database.
 */
export function patientD1(d1: D1Database): D1Database {
  let patient = known.get(d1);
  if (!patient) known.set(d1, (patient = wrapDatabase(d1)));
  return patient;
}

type Statement = { inner: D1PreparedStatement; isRead: boolean };
const statements = new WeakMap<D1PreparedStatement, Statement>();

function wrapDatabase(d1: D1Database): D1Database {
  return new Proxy(d1, {
    get(target, name) {
      if (name === "prepare") return (sql: string) => wrapStatement(target.prepare(sql), READ.test(sql));
      if (name === "batch")
        return (batch: D1PreparedStatement[]) => {
          const parts = batch.map((one) => statements.get(one) ?? { inner: one, isRead: false });
          return ask(
            () => target.batch(parts.map(({ inner }) => inner)),
            parts.every(({ isRead }) => isRead),
          );
        };
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function wrapStatement(inner: D1PreparedStatement, isRead: boolean): D1PreparedStatement {
  const wrapped = new Proxy(inner, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      const call = (...args: unknown[]): unknown => Reflect.apply(value, target, args);
      if (name === "bind") return (...args: unknown[]) => wrapStatement(target.bind(...args), isRead);
      return (...args: unknown[]) => ask(() => call(...args) as Promise<unknown>, isRead);
    },
  });
  statements.set(wrapped, { inner, isRead });
  return wrapped;
}

async function ask<T>(send: () => Promise<T>, isRead: boolean): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await send();
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      const isOverloaded = OVERLOADED.test(message);
      if (!isOverloaded && !PASSING.test(message)) throw cause;
      if (isOverloaded || !isRead || tried === TRIES) throw unavailable(cause, isRead || isOverloaded);
      await sleep(waitMs(tried));
    }
  }
}

/** Wait before a try, twice as long each time, and random, so that not all callers try at once. */
function waitMs(tried: number): number {
  return FIRST_WAIT_MS * 2 ** (tried - 1) * (0.5 + Math.random());
}

function unavailable(cause: unknown, isNothingSaved: boolean): AppError {
  const message = isNothingSaved
    ? "The database is busy. Try again in a few seconds."
    : "The database didn't answer, so your change may or may not be saved. Check before you try again.";
  return new AppError("unavailable", message, { data: { retryAfterSeconds: RETRY_AFTER_SECONDS }, cause });
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
