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
