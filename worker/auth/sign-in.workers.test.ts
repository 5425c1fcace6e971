import { describe, expect, it } from "vitest";
import { newBrowser, PASSWORD, signedUp } from "#tests/support/browser.workers.ts";

describe("signing up and in", () => {
  it("signs up, knows who it is, signs out, signs in", async () => {
    const { browser, email } = await signedUp();
    expect((await browser.get("/api/session")).body.user).toMatchObject({ email, emailVerified: false });
    expect((await browser.post("/api/auth/sign-out")).status).toBe(200);
    expect((await browser.get("/api/session")).body.user).toBeNull();
    const wrong = await browser.post("/api/auth/sign-in", { email, password: "wrong password" });
    expect(wrong).toMatchObject({ status: 401, body: { error: { message: "Invalid email or password" } } });
    expect((await browser.post("/api/auth/sign-in", { email, password: PASSWORD })).status).toBe(200);
    expect((await browser.get("/api/session")).body.user).toMatchObject({ email });
    expect((await newBrowser().get("/api/session")).body.user).toBeNull();
  });
});
