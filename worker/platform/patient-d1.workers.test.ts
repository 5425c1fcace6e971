import { createExecutionContext, env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { users } from "#schema/index.ts";
import { makeAccount } from "#tests/support/accounts.workers.ts";
import { createApp } from "#worker/app.ts";
import { findAppError } from "#worker/errors.ts";
import { connectDb } from "./db.ts";

const OVERLOADED = "D1_ERROR: D1 DB is overloaded. Requests queued for too long.";

/** The real database, which first fails with these messages, one for each request. */
function failingD1(...messages: string[]) {
  const asked: string[] = [];
  const fail = <T>(sql: string, ask: () => Promise<T>): Promise<T> => {
    asked.push(sql);
    const message = messages.shift();
    return message === undefined ? ask() : Promise.reject(new Error(message));
  };
  const inner = new WeakMap<object, D1PreparedStatement>();
  const statement = (sql: string, real: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = {
      bind: (...values: unknown[]) => statement(sql, real.bind(...values)),
      all: () => fail(sql, () => real.all()),
      raw: () => fail(sql, () => real.raw()),
      run: () => fail(sql, () => real.run()),
      first: () => fail(sql, () => real.first()),
    } as unknown as D1PreparedStatement;
    inner.set(wrapped, real);
    return wrapped;
  };
  const d1 = {
    prepare: (sql: string) => statement(sql, env.DB.prepare(sql)),
    batch: (all: D1PreparedStatement[]) =>
      fail("batch", () => env.DB.batch(all.map((one) => inner.get(one)!))),
  } as unknown as D1Database;
  return { d1, asked };
}

const failure = (work: Promise<unknown>) => work.then(() => null, findAppError);

describe("D1 that fails in passing", () => {
  it.each([
    "D1_ERROR: Network connection lost.",
    "D1_ERROR: D1 DB reset because its code was updated.",
    "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
    "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
    "D1_ERROR: database is locked: SQLITE_BUSY",
  ])("is asked again for what only reads: %s (fault 42)", async (message) => {
    const { userId } = await makeAccount();
    const { d1, asked } = failingD1(message, message, message);
    const db = connectDb(d1);
    expect(await db.select({ id: users.id }).from(users).where(eq(users.id, userId))).toEqual([
      { id: userId },
    ]);
    expect(asked).toHaveLength(4);
    const again = failingD1(message);
    const both = connectDb(again.d1);
    const one = both.select({ id: users.id }).from(users).where(eq(users.id, userId));
    expect(await both.batch([one, one])).toEqual([[{ id: userId }], [{ id: userId }]]);
    expect(again.asked).toEqual(["batch", "batch"]);
  });

  it("is asked four times at most (fault 42)", async () => {
    const message = "D1_ERROR: Network connection lost.";
    const { d1, asked } = failingD1(...Array.from({ length: 20 }, () => message));
    expect(await failure(connectDb(d1).select().from(users).limit(1).all())).toMatchObject({
      code: "unavailable",
    });
    expect(asked).toHaveLength(4);
  });

  it("is told a write once, alone or among reads, and the answer says that it may be saved (fault 42)", async () => {
    const { userId } = await makeAccount();
    const { d1, asked } = failingD1(
      "D1_ERROR: Network connection lost.",
      "D1_ERROR: Network connection lost.",
    );
    const db = connectDb(d1);
    const rename = db.update(users).set({ displayName: "Ada" }).where(eq(users.id, userId));
    const refusal = { code: "unavailable", message: expect.stringContaining("may or may not be saved") };
    expect(await failure(rename.run())).toMatchObject(refusal);
    expect(await failure(db.batch([db.select().from(users).limit(1), rename]))).toMatchObject(refusal);
    expect(asked).toHaveLength(2);
    await rename.run();
    expect(asked).toHaveLength(3);
  });

  it("is left alone while it is overloaded, also by reads (fault 42)", async () => {
    const { d1, asked } = failingD1(OVERLOADED);
    expect(await failure(connectDb(d1).select().from(users).limit(1).all())).toMatchObject({
      code: "unavailable",
      data: { retryAfterSeconds: 5 },
    });
    expect(asked).toHaveLength(1);
  });

  it("passes every other error on as it is, at once", async () => {
    const { d1, asked } = failingD1("D1_ERROR: no such column: nonsense");
    const error = await connectDb(d1)
      .select()
      .from(users)
      .then(
        () => null,
        (thrown: unknown) => thrown,
      );
    expect(findAppError(error)).toBeNull();
    expect(asked).toHaveLength(1);
  });
});

describe("a request while D1 is overloaded", () => {
  it("is answered 503 with a time to come back, by the API and by MCP (fault 42)", async () => {
    const { apiKey } = await makeAccount();
    const api = await askProduct("/api/v1/search", withKey(apiKey, { query: "hooks" }));
    expect([api.status, api.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await api.json()).toMatchObject({
      error: { code: "unavailable", message: "The database is busy. Try again in a few seconds." },
    });
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    const mcp = await askProduct("/mcp", withKey(apiKey, message));
    expect([mcp.status, mcp.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await mcp.text()).toContain("The database is busy.");
  });
});

/** Asks the product while D1 is overloaded. */
function askProduct(path: string, init: RequestInit): Response | Promise<Response> {
  const { d1 } = failingD1(...Array.from({ length: 20 }, () => OVERLOADED));
  const request = new Request(`https://docenda.test${path}`, init);
  return createApp().fetch(request, { ...env, DB: d1 }, createExecutionContext());
}

function withKey(apiKey: string, body: unknown): RequestInit {
  return {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}
