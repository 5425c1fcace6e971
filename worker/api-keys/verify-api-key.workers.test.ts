import { env, SELF } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { ctxOf, makeAccount, systemCtx, testCtx } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { connectDb } from "#worker/platform/db.ts";
import { createApiKey } from "./create-api-key.ts";
import { generateKey } from "./key-format.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { ORIGIN, use } from "./test-key.ts";
import { verifyApiKey } from "./verify-api-key.ts";

describe("looking a key up", () => {
  it("tells a likeness, an unknown key and a revoked one apart, and calls all of them unauthenticated", async () => {
    const account = await makeAccount();
    const ctx = ctxOf(account);
    const unknown = generateKey();
    const likeness = unknown.slice(0, -1) + (unknown.endsWith("a") ? "b" : "a");
    expect(await verifyApiKey(ctx, likeness)).toEqual({ kind: "malformed" });
    expect(await verifyApiKey(ctx, unknown)).toEqual({ kind: "unknown" });
    await revokeApiKey(ctx, { keyId: account.apiKeyId });
    expect(await verifyApiKey(ctx, account.apiKey)).toEqual({ kind: "revoked" });
    for (const key of [likeness, unknown, account.apiKey]) expect((await use(key)).status).toBe(401);
  });

  it("does not ask the database about a likeness", async () => {
    const { db, statements } = watchedDb();
    await verifyApiKey({ ...systemCtx(), db }, `doc_${"x".repeat(38)}`);
    expect(statements).toEqual([]);
  });

  it("brings the sources of the one who owns it in the same statement, and nothing of a key that does not work", async () => {
    const account = await makeAccount();
    const ctx = ctxOf(account);
    const teamKey = await createApiKey(testCtx(ctx.actor, { kind: "team", id: "team_b" }), {
      name: "team key",
      teamId: "team_b",
    });
    const pages = [{ path: "a", title: "A", markdown: "# A\n\nAbout it." }];
    await indexPages({ owner: ctx.scope.owner, name: "mine", url: "https://mine.test/" }, pages);
    await indexPages(
      { owner: { kind: "team", id: "team_b" }, name: "ours", url: "https://ours.test/" },
      pages,
    );
    const { db, statements } = watchedDb();
    const namesOf = async (key: string) => {
      const verdict = await verifyApiKey({ ...ctx, db }, key, { withFirstReads: true });
      return verdict.kind === "valid" ? verdict.firstReads?.own.map(({ name }) => name) : verdict;
    };
    expect(await namesOf(account.apiKey)).toEqual(["mine"]);
    expect(await namesOf(teamKey.key)).toEqual(["ours"]);
    expect(statements.filter((text) => text.startsWith("select"))).toHaveLength(1);
    await revokeApiKey(ctx, { keyId: account.apiKeyId });
    expect(await namesOf(account.apiKey)).toEqual({ kind: "revoked" });
  });

  it("notes the last use, at most once a minute", async () => {
    const account = await makeAccount();
    const lastUsed = async () =>
      (await listApiKeys(ctxOf(account))).find(({ id }) => id === account.apiKeyId)?.lastUsed;
    const useAt = async (time: string) => {
      const ctx = { ...ctxOf(account), now: () => new Date(time) };
      await verifyApiKey(ctx, account.apiKey);
      await ctx.settled();
    };
    expect(await lastUsed()).toBeNull();
    await useAt("2026-05-01T12:00:00Z");
    await useAt("2026-05-01T12:00:59Z");
    expect(await lastUsed()).toEqual(new Date("2026-05-01T12:00:00Z"));
    await useAt("2026-05-01T12:01:01Z");
    expect(await lastUsed()).toEqual(new Date("2026-05-01T12:01:01Z"));
    await useAt("2026-05-01T12:00:30Z");
    expect(await lastUsed()).toEqual(new Date("2026-05-01T12:01:01Z"));
  });
});

it("tells which client it was used by last, by the name that the client gives itself", async () => {
  const account = await makeAccount();
  const initialize = async (name: string) => {
    const response = await SELF.fetch(`${ORIGIN}/mcp`, {
      method: "POST",
      headers: { "x-api-key": account.apiKey, accept: "*/*", "content-type": "application/json" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name, version: "1" } },
      }),
    });
    await response.body?.cancel();
  };
  const lastClient = async () => (await listApiKeys(ctxOf(account)))[0]?.lastClient;
  expect(await lastClient()).toBeNull();
  await initialize("claude-code");
  await expect.poll(lastClient).toBe("claude-code");
  await initialize(`<b>x</b>\n${"y".repeat(100)}`);
  await expect.poll(lastClient).toBe(`<b>x</b> ${"y".repeat(51)}`);
});

/** The database, and the statements that were made for it. */
function watchedDb() {
  const statements: string[] = [];
  const prepare = (text: string) => {
    statements.push(text);
    return env.DB.prepare(text);
  };
  return { db: connectDb({ prepare } as D1Database), statements };
}
