import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, startServer } from "#local/server.ts";
import type { LocalServer } from "#local/server.ts";
import { startStandIns } from "#local/stand-ins/start-stand-ins.ts";
import type { StandIns } from "#local/stand-ins/start-stand-ins.ts";
import { WebVisitor } from "#tests/support/web-visitor.ts";

const STATE_DIR = mkdtempSync(join(tmpdir(), "docenda-providers-"));
const PASSWORD = "correct horse battery";

let server: LocalServer;
let standIns: StandIns;

beforeAll(async () => {
  const port = await freePort(0);
  standIns = await startStandIns({ port: 0, origin: `http://127.0.0.1:${port}` });
  server = await startServer({ port, stateDir: STATE_DIR, env: standIns.vars, quiet: true });
}, 180_000);

afterAll(async () => {
  await Promise.all([server?.close(), standIns?.close()]);
  rmSync(STATE_DIR, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

describe.each(["github", "google"] as const)("sign-in with %s", (provider) => {
  // One account for an address: each provider has a person of its own here.
  const email = provider === "github" ? "ada@example.com" : "demo@docenda.local";
  const other = provider === "github" ? "google" : "github";

  test("makes an account the first time, finds it the second, and closes the popup", async () => {
    const visitor = new WebVisitor(server.url);
    const done = await visitor.signInAt(provider, email, { cont: "/keys", marketingConsent: "true" });
    expect(new URL(done.url).pathname).toBe("/auth/popup-done");
    expect(done.headers.get("content-security-policy")).toMatch(/^default-src 'none'; script-src 'sha256-/);
    const html = await done.text();
    expect(html).toContain("window.close()");
    expect(html).toContain('data-error=""');
    expect(html).toContain('data-cont="/keys"');
    const user = await visitor.user();
    expect(user).toMatchObject({ email, emailVerified: true, displayName: expect.any(String) });

    const again = new WebVisitor(server.url);
    await again.signInAt(provider, email);
    expect((await again.user()).uid).toBe(user.uid);
    const { methods } = (await (await again.get("/api/auth/sign-in-methods")).json()) as any;
    expect(methods).toMatchObject([{ method: provider }]);
  });

  test("refuses an address that has an account with the other provider", async () => {
    const visitor = new WebVisitor(server.url);
    const done = await visitor.signInAt(other, email);
    const html = await done.text();
    expect(html).toContain("An account already exists with this email");
    expect(html).toContain('data-error="account-exists-with-different-credential"');
    expect(await visitor.user()).toBeNull();
  });

  test("leads nowhere else, whatever cont says", async () => {
    const done = await new WebVisitor(server.url).signInAt(provider, email, { cont: "/\\evil.test" });
    expect(await done.text()).toContain('data-cont="/dashboard"');
  });
});

test("an address that has an account with a password is not taken over by a provider that says it is verified", async () => {
  const email = "ben@example.com";
  const owner = new WebVisitor(server.url);
  expect((await owner.post("/api/auth/sign-up", { email, password: PASSWORD })).status).toBe(200);
  const visitor = new WebVisitor(server.url);
  for (const provider of ["github", "google"] as const) {
    const done = await visitor.signInAt(provider, email);
    expect(await done.text()).toContain("An account already exists with this email");
    expect(await visitor.user()).toBeNull();
  }
  expect(await owner.user()).toMatchObject({ email, emailVerified: false });
});

test("a way back that nobody started signs nobody in", async () => {
  const visitor = new WebVisitor(server.url);
  for (const query of ["", "?code=x", "?code=x&state=made-up", "?error=access_denied&state=made-up"]) {
    const answer = await visitor.get(`/api/auth/callback/github${query}`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toContain(`${server.url}/auth/popup-done?`);
    expect(answer.headers.get("location")).toContain("error=");
    expect(await visitor.user()).toBeNull();
  }
});

/** Connects a provider for somebody who is signed in, as a person of its stand-in; where that ends. */
async function link(visitor: WebVisitor, provider: string, person: string): Promise<URL> {
  const started = await visitor.post(`/api/auth/sign-in-methods/${provider}/link`);
  expect(started.status).toBe(200);
  const { url } = (await started.json()) as { url: string };
  return new URL((await visitor.chooseAt(url, person)).url);
}

async function methodsOf(visitor: WebVisitor): Promise<string[]> {
  const answer = await visitor.get("/api/auth/sign-in-methods");
  const { methods } = (await answer.json()) as { methods: { method: string }[] };
  return methods.map(({ method }) => method);
}

describe("another way to sign in", () => {
  const email = "ada.with.password@example.com";

  test("is connected from a session, signs in to the same account, and is no use to a second one", async () => {
    const owner = new WebVisitor(server.url);
    expect((await owner.post("/api/auth/sign-up", { email, password: PASSWORD })).status).toBe(200);
    const { uid } = await owner.user();
    const back = await link(owner, "google", "ada@example.com");
    expect(`${back.pathname}${back.search}`).toBe("/account?linked=google");
    expect(await methodsOf(owner)).toEqual(["password", "google"]);

    const again = new WebVisitor(server.url);
    await again.signInAt("google", "ada@example.com");
    expect((await again.user()).uid).toBe(uid);

    const second = new WebVisitor(server.url);
    await second.post("/api/auth/sign-up", { email: "second@example.com", password: PASSWORD });
    const refused = await link(second, "google", "ada@example.com");
    expect(`${refused.pathname}${refused.search}`).toBe("/account?notLinked=google&reason=taken");
    expect(await methodsOf(second)).toEqual(["password"]);

    // An address that the provider has not verified proves nothing.
    const unproved = await link(second, "google", "ben@example.com");
    expect(`${unproved.pathname}${unproved.search}`).toBe("/account?notLinked=google&reason=unverified");

    // Connected twice is connected once.
    await link(owner, "google", "ada@example.com");
    expect(await methodsOf(owner)).toEqual(["password", "google"]);

    expect((await owner.delete("/api/auth/sign-in-methods/google")).status).toBe(200);
    expect((await owner.delete("/api/auth/sign-in-methods/google")).status).toBe(404);
    expect((await owner.delete("/api/auth/sign-in-methods/password")).status).toBe(409);
    expect(await methodsOf(owner)).toEqual(["password"]);
  });

  test("is not connected by a way back that somebody else began", async () => {
    const attacker = new WebVisitor(server.url);
    await attacker.post("/api/auth/sign-up", { email: "mallory@example.com", password: PASSWORD });
    const started = await attacker.post("/api/auth/sign-in-methods/github/link");
    const { url } = (await started.json()) as { url: string };
    // The victim is led there, with the attacker's state and without the cookie that goes with it.
    const victim = new WebVisitor(server.url);
    await victim.chooseAt(url, "demo@docenda.local").catch(() => null);
    expect(await methodsOf(attacker)).toEqual(["password"]);
  });
});
