import { env, SELF } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { putSite } from "#tests/support/stub-site.workers.ts";
import { newId } from "#worker/platform/ids.ts";

const ORIGIN = "https://docenda.test";
const TOKEN = { "x-local-token": "test-local-token" };

async function post(path: string, body: unknown, headers: Record<string, string> = TOKEN) {
  const response = await SELF.fetch(`${ORIGIN}/__local${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as any };
}

async function worksAsKey(apiKey: string) {
  const response = await SELF.fetch(`${ORIGIN}/api/sources`, { headers: { "x-api-key": apiKey } });
  await response.body?.cancel();
  return response.ok;
}

function newEmail() {
  return `${newId("demo").toLowerCase()}@example.test`;
}

describe("the local door", () => {
  it.each([
    {},
    { "x-local-token": "" },
    { "x-local-token": "wrong" },
    { "x-local-token": "test-local-toke" },
  ])("is not there for %j", async (headers) => {
    const answer = await post("/demo-account", { email: newEmail() }, headers as Record<string, string>);
    expect(answer).toMatchObject({ status: 404, body: { error: { code: "not-found" } } });
  });

  it("makes an account whose key works; a second call keeps the user and replaces the key", async () => {
    const email = newEmail();
    const first = await post("/demo-account", {
      email: ` ${email.toUpperCase()}`,
      credits: 50,
      keyName: "demo",
    });
    expect(first).toMatchObject({ status: 200, body: { email, userId: expect.stringMatching(/^usr_/) } });
    const counter = env.CREDIT_COUNTER.getByName(`u_${first.body.userId}`);
    expect(await counter.balance()).toMatchObject({ available: 250 });

    for (let again = 0; again < 5; again += 1) await post("/demo-account", { email });
    const last = await post("/demo-account", { email });
    expect(last.body.userId).toBe(first.body.userId);
    expect(await worksAsKey(last.body.apiKey)).toBe(true);
    expect(await worksAsKey(first.body.apiKey)).toBe(false);
    expect(await counter.balance()).toMatchObject({ available: 250 });
  });

  it("gives credits to a user, and to nobody else", async () => {
    const { body } = await post("/demo-account", { email: newEmail(), tier: "Pro" });
    expect(await post("/credits", { userId: body.userId, credits: 1000 })).toEqual({
      status: 200,
      // Initial credits, those of the plan's month, and these.
      body: { available: 200 + 5000 + 1000 },
    });
    expect(await post("/credits", { userId: "usr_nobody", credits: 1 })).toMatchObject({ status: 404 });
  });

  it("indexes a site for everybody and tells how far it is", async () => {
    const host = `${newId("site").toLowerCase().replace("_", "-")}.test`;
    const page =
      "<h1>Frobnicate</h1><p>How to frobnicate a widget with care and in the right order of steps.</p>";
    await putSite(host, { "/docs/": `<title>Widgets</title><main>${page}</main>` });
    const started = await post("/public-sources", {
      name: `widgets of ${host}`,
      url: `https://${host}/docs/`,
      maxPages: 10,
    });
    expect(started).toMatchObject({ status: 200, body: { executionId: expect.any(String) } });
    const run = await vi.waitFor(
      async () => {
        const path = `/__local/job-runs/${started.body.executionId}`;
        const response = await SELF.fetch(ORIGIN + path, { headers: TOKEN });
        const body = (await response.json()) as { status: string; docsCount: number };
        expect(body.status).toBe("COMPLETE");
        return body;
      },
      { timeout: 15_000, interval: 100 },
    );
    expect(run).toMatchObject({ docsCount: 1, displayName: `widgets of ${host}` });

    const { body } = await post("/demo-account", { email: newEmail() });
    const headers = { "x-api-key": body.apiKey };
    const listed = await SELF.fetch(`${ORIGIN}/api/sources`, { headers });
    expect(await listed.text()).toContain(`widgets of ${host}`);
  });

  it("says what is wrong with an input", async () => {
    expect(await post("/demo-account", { email: "nobody" })).toMatchObject({
      status: 400,
      body: { error: { code: "invalid-argument", message: "email: must be an email address" } },
    });
    expect(await post("/credits", { userId: "u", credits: -1 })).toMatchObject({
      status: 400,
      body: { error: { message: "credits: must be more than 0" } },
    });
  });
});
