import { expect, it } from "vitest";
import { CHAT_LIMITS } from "#schema/api/chat.ts";
import { newBrowser, signedUp } from "#tests/support/browser.workers.ts";
import {
  answered,
  ask,
  listen,
  newIds,
  person,
  QUESTION,
  turnOf,
  useModel,
} from "#tests/support/chat.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { makeTeam } from "#tests/support/teams.workers.ts";
import { newId } from "#worker/platform/ids.ts";

const TOASTER = "Plug the quixotic toaster into the wall before you press its lever.";
const TOAST_QUESTION = "How do I use the lever of the quixotic toaster?";

async function withToaster(): Promise<void> {
  await indexPages(
    { name: newId("toasters"), url: `https://${newId("t").toLowerCase().replace("_", "-")}.test/` },
    [{ path: "lever", title: "The quixotic toaster", markdown: `# Lever\n\n${TOASTER}\n` }],
  );
}

it("answers a visitor from public documents, with no account and no private ones", async () => {
  await withToaster();
  await person();
  const visitor = newBrowser();
  const max = CHAT_LIMITS.demoQuestionsAnHour;
  expect(await visitor.get("/api/demo")).toMatchObject({
    status: 200,
    body: { left: max, max, model: "stand-in" },
  });
  const { turnId } = newIds();
  const body = { turnId, question: TOAST_QUESTION };
  expect(await visitor.post("/api/demo/turns", body)).toMatchObject({ status: 202, body: { turnId } });
  const turn = turnOf(await listen(visitor, `/api/demo/turns/${turnId}/events`));
  expect(turn).toMatchObject({
    status: "done",
    model: { credits: 0 },
    tools: [{ arguments: { scope: "public" }, receipt: { creditsUsed: 0 } }],
    parts: [{ text: TOASTER, status: "supported" }],
  });
  // The same turn again is the same question.
  expect(await visitor.post("/api/demo/turns", body)).toMatchObject({ status: 202 });
  expect(await visitor.get("/api/demo")).toMatchObject({ body: { left: max - 1 } });

  const kettles = newIds().turnId;
  await visitor.post("/api/demo/turns", { turnId: kettles, question: QUESTION });
  const { tools } = turnOf(await listen(visitor, `/api/demo/turns/${kettles}/events`));
  expect(tools.flatMap(({ passages }) => passages).filter(({ source }) => source === "kettles")).toEqual([]);
  // The turn's address is known to the asker; another address has nothing.
  expect(await visitor.get(`/api/demo/turns/${newIds().turnId}/events`)).toMatchObject({ status: 404 });
});

it("has so many questions an hour for a network, and then a way on", async () => {
  const visitor = newBrowser();
  const asked = await Promise.all(
    Array.from({ length: CHAT_LIMITS.demoQuestionsAnHour + 1 }, () =>
      visitor.post("/api/demo/turns", { turnId: newIds().turnId, question: TOAST_QUESTION }),
    ),
  );
  const refused = asked.filter(({ status }) => status !== 202);
  expect(refused).toMatchObject([
    {
      status: 429,
      body: { error: { message: expect.stringContaining("Sign up"), data: { reason: "demo-limit" } } },
    },
  ]);
  expect(await visitor.get("/api/demo")).toMatchObject({ body: { left: 0 } });
  expect(await newBrowser().get("/api/demo")).toMatchObject({
    body: { left: CHAT_LIMITS.demoQuestionsAnHour },
  });
  expect(await newBrowser().post("/api/demo/turns", { turnId: "x", question: "?" })).toMatchObject({
    status: 400,
  });
});

it("shows a conversation to whoever has its link, as it was then, until it is taken back", async () => {
  await withToaster();
  const { browser } = await signedUp({ isVerified: true });
  const { conversationId } = await answered(browser, { question: TOAST_QUESTION });
  const path = `/api/chat/conversations/${conversationId}`;
  const visitor = newBrowser();
  const share = async () => (await browser.post(`${path}/share`)).body.token as string;
  const first = await share();
  const shown = await visitor.get(`/api/shared-chats/${first}`);
  expect(shown).toMatchObject({
    status: 200,
    body: {
      title: TOAST_QUESTION,
      turns: [{ question: TOAST_QUESTION, parts: [{ status: "supported" }], model: { credits: 0 } }],
    },
  });
  expect(JSON.stringify(shown.body)).not.toMatch(/"creditsLeft":[1-9]/);

  await answered(browser, { conversationId, question: `${TOAST_QUESTION} Really?` });
  expect((await visitor.get(`/api/shared-chats/${first}`)).body.turns).toHaveLength(1);
  expect((await browser.get(path)).body).toMatchObject({ sharedTurns: 1, turns: [{}, {}] });
  const second = await share();
  expect(await visitor.get(`/api/shared-chats/${first}`)).toMatchObject({ status: 404 });
  expect((await visitor.get(`/api/shared-chats/${second}`)).body.turns).toHaveLength(2);

  expect(await browser.send("DELETE", `${path}/share`)).toMatchObject({ status: 200 });
  expect(await browser.send("DELETE", `${path}/share`)).toMatchObject({ status: 200 });
  expect(await visitor.get(`/api/shared-chats/${second}`)).toMatchObject({ status: 404 });
  const third = await share();
  await browser.send("DELETE", path);
  expect(await visitor.get(`/api/shared-chats/${third}`)).toMatchObject({ status: 404 });

  const { body: audit } = await browser.get("/api/audit-events?limit=100");
  const ofChat = (audit.events as { type: string; details: unknown }[]).filter(({ type }) =>
    type.startsWith("chat."),
  );
  expect(ofChat.map(({ type }) => type).toReversed()).toEqual([
    "chat.shared",
    "chat.shared",
    "chat.unshared",
    "chat.shared",
  ]);
  expect(ofChat[0]!.details).toEqual({ conversationId });
});

it("shares no private documents, and nothing while an answer is written", async () => {
  const { browser } = await person();
  const { conversationId } = await answered(browser);
  expect(await browser.post(`/api/chat/conversations/${conversationId}/share`)).toMatchObject({
    status: 403,
    body: { error: { data: { reason: "private-passages" } } },
  });
  await useModel(browser, "hangs");
  const running = await ask(browser);
  expect(await browser.post(`/api/chat/conversations/${running.conversationId}/share`)).toMatchObject({
    status: 409,
  });
  await browser.post(`/api/chat/turns/${running.turnId}/stop`);
});

it("has a model of the team set by those who manage it, and tells no member its key", async () => {
  const [owner, member] = await Promise.all([signedUp({ isVerified: true }), signedUp({ isVerified: true })]);
  const teamId = await makeTeam({ [owner.userId]: "owner", [member.userId]: "member" });
  const team = { "x-team-id": teamId };
  const model = { url: "https://model.test/v1", model: "stand-in", apiKey: "sk-of-the-team" };
  expect(await member.browser.send("PUT", "/api/chat/model", model, team)).toMatchObject({ status: 403 });
  expect(await owner.browser.send("PUT", "/api/chat/model", model, team)).toMatchObject({ status: 200 });
  const seen = await member.browser.get("/api/chat/model", team);
  expect(seen).toMatchObject({ body: { kind: "own", hasKey: true } });
  expect(JSON.stringify(seen.body)).not.toContain("sk-of-the-team");
  expect((await member.browser.get("/api/chat/model")).body.kind).toBe("ours");
});

it("answers no more questions at a time than it may", async () => {
  const { browser } = await person();
  await useModel(browser, "hangs");
  const running = [];
  for (let count = 0; count < CHAT_LIMITS.runningTurns; count += 1) running.push(await ask(browser));
  expect(await ask(browser)).toMatchObject({
    status: 429,
    body: { error: { data: { reason: "too-many-turns" } } },
  });
  for (const { turnId } of running) await browser.post(`/api/chat/turns/${turnId}/stop`);
  await Promise.all(running.map(({ turnId }) => listen(browser, `/api/chat/turns/${turnId}/events`)));
  expect(await ask(browser)).toMatchObject({ status: 202 });
});
