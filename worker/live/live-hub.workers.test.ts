import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { LIVE_CLOSE, MAX_LIVE_SOCKETS } from "#schema/api/live.ts";
import type { LiveMessage } from "#schema/api/live.ts";
import { LIVE_TOPICS } from "#schema/values.ts";
import { newId } from "#worker/platform/ids.ts";
import { listenUrl } from "./listener.ts";
import type { LiveHub } from "./live-hub.ts";

const SOON_MS = 300;

afterEach(() => {
  vi.useRealTimers();
});

/** The hub of an owner whom nobody else knows. */
function makeHub() {
  return env.LIVE_HUB.getByName(`u_${newId("usr")}`);
}

type Console = {
  socket: WebSocket;
  heard: LiveMessage[];
  text: string[];
  closed: { code: number; reason: string } | null;
};

/** A console that is open, with everything that it hears. */
async function open(
  hub: DurableObjectStub<LiveHub>,
  { after = null, sessionId = "ses_1" }: { after?: number | null; sessionId?: string } = {},
): Promise<Console> {
  const answer = await hub.fetch(listenUrl({ sessionId, after }), { headers: { Upgrade: "websocket" } });
  expect(answer.status).toBe(101);
  const socket = answer.webSocket!;
  const console: Console = { socket, heard: [], text: [], closed: null };
  socket.addEventListener("message", ({ data }) => {
    if (String(data).startsWith("{")) console.heard.push(JSON.parse(String(data)));
    else console.text.push(String(data));
  });
  socket.addEventListener("close", ({ code, reason }) => {
    console.closed = { code, reason };
  });
  socket.accept();
  await soon(() => expect(console.heard).toHaveLength(1));
  return console;
}

/** Waits patiently, for a machine with other work. */
function soon(check: () => void) {
  return vi.waitFor(check, { timeout: 10_000, interval: 20 });
}

/** Waits for the time in which a message would come that must not. */
function quiet() {
  return new Promise((resolve) => setTimeout(resolve, SOON_MS));
}

describe("open consoles", () => {
  it("all hear a change of their owner, and a stranger's does not", async () => {
    const hub = makeHub();
    const [first, second, stranger] = await Promise.all([open(hub), open(hub), open(makeHub())]);
    await hub.publish(["api-keys"]);
    await soon(() => {
      expect(first.heard[1]).toEqual({ topics: ["api-keys"], sequence: 1 });
      expect(second.heard[1]).toEqual({ topics: ["api-keys"], sequence: 1 });
    });
    await quiet();
    expect(stranger.heard).toEqual([{ topics: [], sequence: 0 }]);
  });

  it("hear 200 changes at once in one message with each topic once", async () => {
    const hub = makeHub();
    const console = await open(hub);
    await runInDurableObject(hub, async (instance: LiveHub) => {
      for (let i = 0; i < 200; i += 1) await instance.publish([i % 2 === 0 ? "job-runs" : "sources"]);
    });
    await soon(() => expect(console.heard.at(-1)?.sequence).toBe(200));
    await quiet();
    expect(console.heard.slice(1)).toEqual([{ topics: ["sources", "job-runs"], sequence: 200 }]);
  });

  it("get a pong for a ping, and are closed when they say anything else", async () => {
    const console = await open(makeHub());
    console.socket.send("ping");
    await soon(() => expect(console.text).toEqual(["pong"]));
    console.socket.send("hello");
    await soon(() => expect(console.closed).toMatchObject({ code: 1008 }));
  });

  it("are at most 20: one more closes the oldest, with a code that says so", async () => {
    const hub = makeHub();
    const consoles: Console[] = [];
    for (let i = 0; i < MAX_LIVE_SOCKETS + 2; i += 1) consoles.push(await open(hub));
    await soon(() => {
      expect(consoles[0]!.closed).toMatchObject({ code: LIVE_CLOSE.replaced });
      expect(consoles[1]!.closed).toMatchObject({ code: LIVE_CLOSE.replaced });
    });
    await hub.publish(["profile"]);
    await soon(() => expect(consoles.filter(({ heard }) => heard.length === 2)).toHaveLength(20));
    expect(consoles.filter(({ closed }) => closed !== null)).toHaveLength(2);
  });

  it("are sent through the door again after half a day, where their session is looked at", async () => {
    const hub = makeHub();
    const old = await open(hub);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 13 * 3_600_000 });
    const fresh = await open(hub);
    await hub.publish(["profile"]);
    await soon(() => expect(old.closed).toMatchObject({ code: 4000 }));
    expect(old.heard).toHaveLength(1);
    await soon(() => expect(fresh.heard).toHaveLength(2));
    const again = await open(hub, { after: old.heard[0]!.sequence });
    expect(again.heard).toEqual([{ topics: ["profile"], sequence: 1 }]);
  });

  it("of a session that has ended are closed, and no others (fault 47)", async () => {
    const hub = makeHub();
    const [ended, other] = await Promise.all([
      open(hub, { sessionId: "ses_1" }),
      open(hub, { sessionId: "ses_2" }),
    ]);
    const waiting = hub.poll({ sessionId: "ses_1", after: 0 }, 20_000);
    await hub.closeSession("ses_1");
    await soon(() => expect(ended.closed).toMatchObject({ code: LIVE_CLOSE.sessionEnded }));
    expect(await waiting).toEqual({ topics: [], sequence: 0 });
    await hub.publish(["profile"]);
    await soon(() => expect(other.heard).toHaveLength(2));
    expect(ended.heard).toHaveLength(1);
  });

  it("are closed when the account is deleted, and nothing is left", async () => {
    const hub = makeHub();
    const console = await open(hub);
    await hub.publish(["profile"]);
    await soon(() => expect(console.heard).toHaveLength(2));
    await hub.closeAll();
    await soon(() => expect(console.closed).toMatchObject({ code: LIVE_CLOSE.accountDeleted }));
    expect(await runInDurableObject(hub, (_, state) => [...state.storage.kv.list()])).toEqual([]);
    await hub.closeAll();
    expect((await open(hub, { after: 1 })).heard).toEqual([{ topics: [...LIVE_TOPICS], sequence: 0 }]);
  });

  it("are asked for by an upgrade alone", async () => {
    const answer = await makeHub().fetch(listenUrl({ sessionId: "ses_1", after: null }));
    await answer.text();
    expect(answer.status).toBe(426);
  });
});

describe("a connection that was lost", () => {
  it("is taken up where it was: nothing is missed and nothing repeated", async () => {
    const hub = makeHub();
    const before = await open(hub);
    await hub.publish(["api-keys", "credits"]);
    await soon(() => expect(before.heard).toHaveLength(2));
    before.socket.close();
    await hub.publish(["job-runs"]);
    await hub.publish(["job-runs", "sources"]);

    // The new socket hears the changes at once, before they are told to the open ones.
    const again = await open(hub, { after: before.heard[1]!.sequence });
    expect(again.heard).toEqual([{ topics: ["sources", "job-runs"], sequence: 5 }]);
    await quiet();
    expect(again.heard).toHaveLength(1);
    await hub.publish(["credits"]);
    await soon(() => expect(again.heard[1]).toEqual({ topics: ["credits"], sequence: 6 }));
    expect((await open(hub, { after: 6 })).heard).toEqual([{ topics: [], sequence: 6 }]);
  });

  it("hears of every topic when its number is not of this log", async () => {
    const hub = makeHub();
    await hub.publish(["credits"]);
    expect((await open(hub, { after: 1000 })).heard).toEqual([{ topics: [...LIVE_TOPICS], sequence: 1 }]);
  });
});

describe("an object that has slept", () => {
  it("still has its sockets, its sessions and its count", async () => {
    const hub = makeHub();
    const [console, ended] = await Promise.all([open(hub), open(hub, { sessionId: "ses_2" })]);
    await hub.publish(["credits"]);
    await soon(() => expect(console.heard).toHaveLength(2));
    await evictDurableObject(hub);
    await hub.publish(["profile"]);
    await soon(() => expect(console.heard[2]).toEqual({ topics: ["profile"], sequence: 2 }));
    await evictDurableObject(hub);
    console.socket.send("ping");
    await soon(() => expect(console.text).toEqual(["pong"]));
    await hub.closeSession("ses_2");
    await soon(() => expect(ended.closed).toMatchObject({ code: LIVE_CLOSE.sessionEnded }));
    expect(console.heard).toHaveLength(3);
  });

  it("tells what it had noted and not told, when it wakes", async () => {
    const hub = makeHub();
    const console = await open(hub);
    await hub.publish(["credits"]);
    await evictDurableObject(hub);
    // This call wakes the object.
    await hub.closeSession("ses_9");
    await soon(() => expect(console.heard.slice(1)).toEqual([{ topics: ["credits"], sequence: 1 }]));
  });
});

describe("a poll", () => {
  it("says at once where the count stands, and what has changed already", async () => {
    const hub = makeHub();
    await hub.publish(["credits", "activity"]);
    const sessionId = "ses_1";
    expect(await hub.poll({ sessionId, after: null }, 20_000)).toEqual({ topics: [], sequence: 2 });
    expect(await hub.poll({ sessionId, after: 0 }, 20_000)).toEqual({
      topics: ["credits", "activity"],
      sequence: 2,
    });
    expect(await hub.poll({ sessionId, after: 1 }, 20_000)).toEqual({ topics: ["activity"], sequence: 2 });
  });

  it("answers as soon as something changes, and with nothing when its time is over", async () => {
    const hub = makeHub();
    const waiting = hub.poll({ sessionId: "ses_1", after: 0 }, 20_000);
    await hub.publish(["pdf-sets"]);
    expect(await waiting).toEqual({ topics: ["pdf-sets"], sequence: 1 });
    expect(await hub.poll({ sessionId: "ses_1", after: 1 }, 30)).toEqual({ topics: [], sequence: 1 });
  });

  it("that comes between a change that it knows and the telling waits for the next", async () => {
    const hub = makeHub();
    await hub.publish(["credits"]);
    const waiting = hub.poll({ sessionId: "ses_1", after: 1 }, 20_000);
    await quiet();
    await hub.publish(["profile"]);
    expect(await waiting).toEqual({ topics: ["profile"], sequence: 2 });
  });

  it("that is one too many lets the oldest go", async () => {
    const hub = makeHub();
    const ask = () => hub.poll({ sessionId: "ses_1", after: 0 }, 20_000);
    const oldest = ask();
    const others = Array.from({ length: 20 }, ask);
    expect(await oldest).toEqual({ topics: [], sequence: 0 });
    await hub.publish(["profile"]);
    for (const answer of await Promise.all(others)) expect(answer.topics).toEqual(["profile"]);
  });
});
