import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { jobRuns, pdfFiles, pdfSets, privateIndexes, sources } from "#schema/index.ts";
import { ctxOf, makeAccount, testCtx } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { allowanceOf } from "#tests/support/credits.workers.ts";
import { doorOf } from "#tests/support/door.workers.ts";
import { connectDb } from "#worker/platform/db.ts";
import { newId } from "#worker/platform/ids.ts";
import { liveRoutes } from "./routes.ts";

const db = connectDb(env.DB);
const NOW = new Date("2026-11-20T10:00:00Z");

/** The account's person, signed in, at the live door. */
function consoleOf({ userId }: Account) {
  const actor = {
    kind: "session" as const,
    userId,
    sessionId: "ses_1",
    isEmailVerified: true,
    signedInAt: NOW,
  };
  const ask = doorOf(testCtx(actor, { kind: "user", id: userId }), "/api/live", liveRoutes);
  return async (query: string, headers: Record<string, string> = {}) => {
    const answer = await ask(`/api/live/read?${query}`, { headers });
    const text = await answer.text();
    return {
      status: answer.status,
      etag: answer.headers.get("etag"),
      body: text === "" ? null : JSON.parse(text),
    };
  };
}

/** A source of the account with a run, its place in the index, and for PDF a set with two files. */
async function addSource({ userId }: Account, name: string, startTime: Date) {
  const ownedBy = { ownerKind: "user" as const, ownerId: userId };
  const sourceId = newId("src");
  await db.batch([
    db.insert(sources).values({
      id: sourceId,
      ...ownedBy,
      kind: "site",
      name,
      url: `https://${name}.test/`,
      totalPages: 7,
      createdAt: startTime,
      updatedAt: startTime,
      lastIndexedAt: startTime,
    }),
    db
      .insert(privateIndexes)
      .values({ ...ownedBy, totalDocs: 7, createdAt: startTime, updatedAt: startTime })
      .onConflictDoNothing(),
    db.insert(jobRuns).values({
      id: newId("run"),
      ...ownedBy,
      sourceId,
      generation: 1,
      status: "COMPLETE",
      url: `https://${name}.test/`,
      displayName: name,
      docsCount: 7,
      startTime,
      endTime: startTime,
    }),
  ]);
  return sourceId;
}

async function addPdfSet({ userId }: Account, sourceId: string) {
  const setId = newId("set");
  await db.batch([
    db.insert(pdfSets).values({
      id: setId,
      ownerKind: "user",
      ownerId: userId,
      sourceId,
      displayName: "Manuals",
      status: "indexed",
      totalFiles: 2,
      uploadedAt: NOW,
    }),
    ...["b.pdf", "a.pdf"].map((name) =>
      db.insert(pdfFiles).values({
        id: newId("pdf"),
        setId,
        name,
        sizeBytes: 100,
        objectKey: `secret/${name}`,
        lastModified: NOW,
      }),
    ),
  ]);
  return setId;
}

describe("live reads", () => {
  it("give a person's own documents, each with the fields of its kind", async () => {
    const account = await makeAccount();
    const { userId } = account;
    await addSource(account, "one", new Date("2026-11-01T00:00:00Z"));
    const sourceId = await addSource(account, "two", new Date("2026-11-02T00:00:00Z"));
    const setId = await addPdfSet(account, sourceId);
    const read = consoleOf(account);

    expect((await read(`path=users/${userId}`)).body.document).toMatchObject({
      uid: userId,
      email: account.email,
      credits: 200,
      monthlyAllowance: 0,
      tier: "Free",
      subscriptionStartDate: null,
    });
    const keys = (await read(`path=apiKeys&where=userId==${userId}`)).body.documents;
    expect(keys).toEqual([
      {
        id: account.apiKeyId,
        userId,
        teamId: null,
        name: "test key",
        key: expect.stringMatching(/^doc_.{4}•+.{4}$|^doc_.{4}[^0-9A-Za-z]+.{4}$/),
        endsAt: null,
        createdAt: expect.any(String),
        lastUsed: null,
        isActive: true,
      },
    ]);
    expect(JSON.stringify(keys)).not.toContain(account.apiKey);

    const runs = (await read(`path=job_runs/${userId}/runs`)).body.documents;
    expect(runs.map((run: { displayName: string }) => run.displayName)).toEqual(["two", "one"]);
    expect(Object.keys(runs[0]).toSorted()).toEqual(
      [
        "uid teamId executionId startTime endTime status url displayName",
        "stackName error moduleId docsCount startedByUserId",
      ]
        .join(" ")
        .split(" ")
        .toSorted(),
    );

    const { documents: sets } = (await read(`path=pdfSets/${userId}/sets`)).body;
    expect(sets).toMatchObject([
      { setId, uid: userId, moduleId: sourceId, indexId: "default", bucketName: null, totalFiles: 2 },
    ]);
    expect(sets[0].pdfFiles.map((file: { name: string }) => file.name)).toEqual(["a.pdf", "b.pdf"]);
    expect(JSON.stringify(sets)).not.toContain("secret/");

    expect((await read(`path=privateIndex/${userId}/indexes/default`)).body.document).toMatchObject({
      uid: userId,
      indexId: "default",
      totalDocs: 7,
      modules: [
        { displayName: "one", docsCount: 7, lastUpdated: "2026-11-01T00:00:00.000Z" },
        { displayName: "two", docsCount: 7, lastUpdated: "2026-11-02T00:00:00.000Z" },
      ],
    });
    expect((await read(`path=privateIndex/${userId}/indexes/other`)).body).toEqual({ document: null });
  });

  it("give the history newest first, and the last of it in order of time", async () => {
    const account = await makeAccount({ credits: 5 });
    const read = consoleOf(account);
    const own = `path=creditTransactions&where=userId==${account.userId}`;
    // Entries of the history are gathered for a moment before they are written.
    const documents = await vi.waitUntil(
      async () => {
        const { body } = await read(`${own}&orderBy=timestamp desc&limit=500`);
        const found: { source: string; amount: number; timestamp: string }[] = body.documents;
        return found.length === 2 && found;
      },
      { timeout: 20_000 },
    );
    const times = documents.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
    expect((await read(`${own}&orderBy=timestamp asc&limitToLast=500`)).body.documents).toEqual(
      documents.toReversed(),
    );
    expect((await read(`${own}&limit=1`)).body.documents).toEqual([documents[0]]);
    const purchases = (await read(`${own}&where=source==purchase`)).body.documents;
    expect(purchases).toMatchObject([{ amount: 5, source: "purchase" }]);
    const later = encodeURIComponent(new Date(Date.now() + 60_000).toISOString());
    expect((await read(`${own}&where=timestamp>=${later}`)).body.documents).toEqual([]);
  });

  it("give the usage record of the period that begins on a day", async () => {
    const account = await makeAccount();
    const today = new Date();
    await ctxOf(account)
      .services.creditCounter({ kind: "user", id: account.userId })
      .setPlan(allowanceOf(10, today));
    const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth() + 1, today.getUTCDate()];
    const read = consoleOf(account);
    const own = `path=monthlyUsage&limit=1&where=userId==${account.userId}&where=year==${year}&where=month==${month}`;
    expect((await read(`${own}&where=day==${day}`)).body).toEqual({
      documents: [{ userId: account.userId, year, month, day, creditsUsed: 0 }],
    });
    expect((await read(`${own}&where=day==${(day % 28) + 1}`)).body).toEqual({ documents: [] });
    expect((await read(own)).body.error).toMatchObject({
      code: "invalid-argument",
      message: "day: is required",
    });
  });

  it("are not sent again to who has them", async () => {
    const account = await makeAccount();
    const read = consoleOf(account);
    const path = `path=users/${account.userId}`;
    const first = await read(path);
    expect(first).toMatchObject({ status: 200, etag: expect.stringMatching(/^"[0-9a-f]{32}"$/) });
    expect(await read(path, { "if-none-match": first.etag! })).toEqual({
      status: 304,
      etag: first.etag,
      body: null,
    });
    expect(await read(path, { "if-none-match": `"other", W/${first.etag}` })).toMatchObject({ status: 304 });
    expect(await read(path, { "if-none-match": '"other"' })).toMatchObject({ status: 200 });
    const counter = ctxOf(account).services.creditCounter({ kind: "user", id: account.userId });
    await counter.grant(newId("op"), 1, "purchase");
    expect(await read(path, { "if-none-match": first.etag! })).toMatchObject({ status: 200 });
  });

  it("are refused to strangers and for what cannot be read", async () => {
    const [account, stranger] = [await makeAccount(), await makeAccount()];
    const read = consoleOf(account);
    const { userId: uid } = account;
    const other = stranger.userId;
    for (const [query, status, code] of [
      [`path=users/${other}`, 403, "permission-denied"],
      [`path=privateIndex/${other}/indexes/default`, 403, "permission-denied"],
      [`path=job_runs/${other}/runs`, 403, "permission-denied"],
      [`path=pdfSets/${other}/sets`, 403, "permission-denied"],
      [`path=apiKeys&where=userId==${other}`, 403, "permission-denied"],
      [`path=apiKeys&where=userId==${uid}&where=userId==${other}`, 403, "permission-denied"],
      [`path=apiKeys&where=userId>=${uid}`, 403, "permission-denied"],
      [`path=apiKeys`, 403, "permission-denied"],
      [`path=creditTransactions&orderBy=timestamp desc`, 403, "permission-denied"],
      [`path=users`, 404, "not-found"],
      [`path=sessions/${uid}`, 404, "not-found"],
      [`path=job_runs/${uid}`, 404, "not-found"],
      [`path=users/${uid}&limit=1`, 400, "invalid-argument"],
      [`path=job_runs/${uid}/runs&limit=101`, 400, "invalid-argument"],
      [`path=creditTransactions&where=userId==${uid}&limit=501`, 400, "invalid-argument"],
      [`path=creditTransactions&where=userId==${uid}&orderBy=amount desc`, 400, "invalid-argument"],
      [`path=creditTransactions&where=userId==${uid}&orderBy=timestamp asc&limit=5`, 400, "invalid-argument"],
      [`path=creditTransactions&where=userId==${uid}&where=amount>=5`, 400, "invalid-argument"],
      [`path=creditTransactions&where=userId==${uid}&where=source==all`, 400, "invalid-argument"],
      [`path=creditTransactions&where=userId==${uid}&where=timestamp>=soon`, 400, "invalid-argument"],
      [`path=job_runs/${uid}/runs&where=userId==${other}`, 400, "invalid-argument"],
      [`path=monthlyUsage&where=userId==${uid}&limit=2`, 400, "invalid-argument"],
      // Names of properties that every object has.
      [`path=apiKeys&where=userId==${uid}&where=constructor==x`, 400, "invalid-argument"],
      [`path=job_runs/${uid}/runs&where=constructor==x`, 400, "invalid-argument"],
      [`path=job_runs/${uid}/runs&where=__proto__==x`, 400, "invalid-argument"],
      [`path=constructor&where=userId==${uid}`, 404, "not-found"],
    ] as const) {
      const answer = await read(query);
      expect([query, answer.status, answer.body.error?.code]).toEqual([query, status, code]);
    }
  });

  it("and changes are for sessions alone", async () => {
    const account = await makeAccount();
    const ask = doorOf(ctxOf(account), "/api/live", liveRoutes);
    for (const path of [`/api/live/read?path=users/${account.userId}`, "/api/live/poll", "/api/live"]) {
      const answer = await ask(path);
      expect([answer.status, await answer.json()]).toMatchObject([
        403,
        { error: { code: "permission-denied" } },
      ]);
    }
  });
});
