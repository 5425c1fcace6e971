import { SELF } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { makeAccount, testCtx } from "#tests/support/accounts.workers.ts";
import { newBrowser, ORIGIN, signedUp } from "#tests/support/browser.workers.ts";
import { doorOf } from "#tests/support/door.workers.ts";
import { LIVE_CLOSE } from "#schema/api/live.ts";
import { closeConsoles } from "#worker/live/close-consoles.ts";
import { liveRoutes } from "./routes.ts";

async function signedIn() {
  const { userId } = await makeAccount();
  const actor = {
    kind: "session" as const,
    userId,
    sessionId: "ses_1",
    isEmailVerified: true,
    signedInAt: new Date(),
  };
  const ctx = testCtx(actor, { kind: "user", id: userId });
  return {
    ctx,
    ask: doorOf(ctx, "/api/live", liveRoutes),
    hub: ctx.services.liveHub(ctx.scope.owner),
  };
}

async function refusal(answer: Response) {
  const { error } = await answer.json<{ error: { code: string; message: string } }>();
  return [answer.status, error.code, error.message];
}

function open(headers: Record<string, string>): Promise<Response> {
  return SELF.fetch(`${ORIGIN}/api/live`, { headers: { Upgrade: "websocket", ...headers } });
}

describe("the live socket", () => {
  it("opens for a page of our own, and goes on after the last message that was heard", async () => {
    const { ask, hub } = await signedIn();
    await hub.publish(["profile"]);
    const first = (await hub.poll({ sessionId: "ses_1", after: null }, 0)).sequence;
    await hub.publish(["sources"]);
    const answer = await ask(`/api/live?after=${first}`, {
      headers: { Upgrade: "websocket", Origin: ORIGIN },
    });
    expect(answer.status).toBe(101);
    const heard: unknown[] = [];
    const socket = answer.webSocket!;
    socket.addEventListener("message", ({ data }) => {
      heard.push(JSON.parse(String(data)));
    });
    socket.accept();
    await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 10_000 });
    expect(heard[0]).toMatchObject({ topics: expect.arrayContaining(["sources"]) });
    expect(heard[0]).not.toMatchObject({ topics: expect.arrayContaining(["profile"]) });
  });

  it("is refused to pages of other sites, to who does not say, and without an upgrade", async () => {
    const { ask } = await signedIn();
    for (const headers of [
      { Origin: "https://evil.test" },
      { Origin: "https://docenda.test.evil.test" },
      { Origin: "http://docenda.test" },
      { Origin: "null" },
      {},
    ] as Record<string, string>[]) {
      const answer = await ask("/api/live", { headers: { Upgrade: "websocket", ...headers } });
      expect(await refusal(answer)).toMatchObject([403, "permission-denied", expect.any(String)]);
    }
    expect(await refusal(await ask("/api/live", { headers: { Origin: ORIGIN } }))).toMatchObject([
      400,
      "invalid-argument",
      "This address is for a WebSocket; without one, ask /api/live/poll.",
    ]);
    expect(
      await refusal(await ask("/api/live?after=-1", { headers: { Upgrade: "websocket", Origin: ORIGIN } })),
    ).toMatchObject([400, "invalid-argument", "after: must be the sequence number of the last message."]);
  });
});

describe("a session that has ended", () => {
  it("has no open console any more (fault 47)", async () => {
    const { ctx, ask } = await signedIn();
    const answer = await ask("/api/live", { headers: { Upgrade: "websocket", Origin: ORIGIN } });
    const codes: number[] = [];
    answer.webSocket!.addEventListener("close", ({ code }) => {
      codes.push(code);
    });
    answer.webSocket!.accept();
    closeConsoles(ctx, ctx.scope.owner.id, ["ses_2", "ses_1"]);
    await ctx.settled();
    await vi.waitFor(() => expect(codes).toEqual([LIVE_CLOSE.sessionEnded]), { timeout: 10_000 });
  });
});

describe("over the whole door", () => {
  it("a console hears what is done elsewhere, and reads it", async () => {
    const { browser, userId } = await signedUp({ isVerified: true });
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await open({ cookie, origin: ORIGIN });
    expect(answer.status).toBe(101);
    const heard: string[] = [];
    answer.webSocket!.addEventListener("message", ({ data }) => {
      heard.push(...JSON.parse(String(data)).topics);
    });
    answer.webSocket!.accept();
    await browser.call("createApiKeyCallableV2", { name: "laptop" });
    await vi.waitFor(() => expect(heard).toContain("api-keys"), { timeout: 10_000 });
    const { body } = await browser.get(`/api/live/read?path=apiKeys&where=userId==${userId}`);
    expect(body.documents).toMatchObject([{ name: "laptop", isActive: true }]);

    const profile = await browser.get(`/api/live/read?path=users/${userId}`);
    const etag = profile.headers.get("etag")!;
    const again = await browser.get(`/api/live/read?path=users/${userId}`, { "if-none-match": etag });
    expect(again).toMatchObject({ status: 304, body: "" });
    expect((await browser.get("/api/credits")).body).toMatchObject({ totalCreditsAvailable: 200 });
    expect(await refusal(await open({ cookie, origin: "https://evil.test" }))).toMatchObject([
      403,
      "permission-denied",
      expect.any(String),
    ]);
  });

  it("a visitor hears nothing", async () => {
    expect(await refusal(await open({ origin: ORIGIN }))).toMatchObject([
      401,
      "unauthenticated",
      expect.any(String),
    ]);
    for (const path of ["/api/live/poll", "/api/live/read?path=apiKeys"])
      expect((await newBrowser().get(path)).status).toBe(401);
  });
});

describe("the long poll", () => {
  it("answers as soon as something changes", async () => {
    const { ask, hub } = await signedIn();
    const { sequence } = await (await ask("/api/live/poll")).json<{ sequence: number }>();
    const waiting = ask(`/api/live/poll?after=${sequence}&timeoutSeconds=30`);
    await hub.publish(["memberships"]);
    const answer = await (await waiting).json<{ topics: string[] }>();
    expect(answer.topics).toContain("memberships");
  });

  it("answers when its time is over", async () => {
    const { ask, hub } = await signedIn();
    // The sequence after the changes that the new account itself makes known.
    let after = 0;
    for (let isQuiet = false; !isQuiet;) {
      const { topics, sequence } = await hub.poll({ sessionId: "ses_1", after }, 1000);
      isQuiet = topics.length === 0;
      after = sequence;
    }
    const answer = await ask(`/api/live/poll?after=${after}&timeoutSeconds=5`);
    expect(await answer.json()).toEqual({ topics: [], sequence: after });
  });

  it.each([
    ["timeoutSeconds=4", "The time-out of a long poll must be 5 to 30 seconds."],
    ["timeoutSeconds=31", "The time-out of a long poll must be 5 to 30 seconds."],
    ["timeoutSeconds=", "The time-out of a long poll must be 5 to 30 seconds."],
    ["timeoutSeconds=soon", "timeoutSeconds: must be a number of seconds."],
    ["after=abc", "after: must be the sequence number of the last message."],
    ["after=1.5", "after: must be the sequence number of the last message."],
  ])("refuses %s", async (query, words) => {
    const { ask } = await signedIn();
    expect(await refusal(await ask(`/api/live/poll?${query}`))).toEqual([400, "invalid-argument", words]);
  });
});
