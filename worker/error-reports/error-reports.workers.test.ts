import { afterEach, describe, expect, it, vi } from "vitest";
import { systemCtx } from "#tests/support/accounts.workers.ts";
import { newBrowser } from "#tests/support/browser.workers.ts";
import { NO_CALLER } from "#worker/context.ts";
import type { Log } from "#worker/platform/log.ts";
import { LIMITS } from "#worker/rate-limits/limits.ts";
import { noteCspReports } from "./note-csp-reports.ts";
import { noteErrorReport, withoutPrivate } from "./note-error-report.ts";

const report = {
  kind: "script" as const,
  message: "x is undefined for ada@example.test",
  stack: "Error: x\n at https://docenda.test/assets/main-abc.js?key=doc_0123456789abcdefghijklmnop:1:2",
  path: "/dashboard",
  build: "main-abc.js",
};

afterEach(() => void vi.restoreAllMocks());

describe("an error in a browser", () => {
  it("is a line of the log that says which page and build, and neither who nor what", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const answer = await newBrowser().post("/api/error-reports", report);
    expect(answer).toMatchObject({ status: 200, body: { status: "noted" } });
    const line = warned.mock.calls
      .map(([text]) => String(text))
      .find((text) => text.includes("browser error"));
    expect(JSON.parse(line!)).toMatchObject({
      event: "browser error",
      kind: "script",
      route: "/dashboard",
      build: "main-abc.js",
      message: "x is undefined for (address)",
    });
    expect(line).not.toContain("doc_0123");
  });

  it("of a page that there is not, with a build that is none, is kept without them", async () => {
    const warn = vi.fn<Log["warn"]>();
    const { services, log } = systemCtx();
    const ctx = { services, log: { ...log, warn }, caller: { ...NO_CALLER, ipAddress: "192.0.2.9" } };
    await noteErrorReport(ctx, { ...report, path: "/nowhere/secret-name", build: "<b>" });
    expect(warn).toHaveBeenCalledWith(
      "browser error",
      expect.objectContaining({ route: "unknown", build: "unknown" }),
    );
  });

  it("is refused when it is too long, and when a network reports too often", async () => {
    const tooLong = { ...report, message: "x".repeat(501) };
    expect((await newBrowser().post("/api/error-reports", tooLong)).status).toBe(400);
    const { services, log } = systemCtx();
    const ctx = {
      services,
      log: { ...log, warn: vi.fn<Log["warn"]>() },
      caller: { ...NO_CALLER, ipAddress: "192.0.2.10" },
    };
    for (let times = 0; times < LIMITS["error-report/network"].max; times++)
      await noteErrorReport(ctx, report);
    await expect(noteErrorReport(ctx, report)).rejects.toMatchObject({ code: "resource-exhausted" });
  });
});

const violation = (body: object, type = "csp-violation") => ({
  type,
  age: 10,
  url: "https://docenda.test/jobs/run_1?key=secret",
  user_agent: "Somebody's browser",
  body: {
    documentURL: "https://docenda.test/dashboard?team=secret",
    effectiveDirective: "script-src-elem",
    blockedURL: "https://evil.example/steal.js?cookie=secret",
    sample: "secret",
    ...body,
  },
});

describe("what the content security policy refused", () => {
  it("is a line of the log with the page, the rule and the host, each once; what extensions do is none", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const reports = [
      violation({}),
      violation({}),
      violation({ blockedURL: "inline", documentURL: "no address" }),
      violation({ blockedURL: "moz-extension://0123/x.js" }),
      violation({}, "deprecation"),
    ];
    const { status } = await newBrowser().send("POST", "/api/csp-reports", reports, {
      "content-type": "application/reports+json",
    });
    expect(status).toBe(200);
    const lines = warned.mock.calls
      .map(([text]) => String(text))
      .filter((text) => text.includes("csp violation"));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { route: "/dashboard", directive: "script-src-elem", blocked: "evil.example" },
      { route: "unknown", directive: "script-src-elem", blocked: "inline" },
    ]);
    expect(lines.join()).not.toMatch(/secret|browser/);
  });

  it("is bounded, and refused when a network reports too often", async () => {
    const tooMany = Array.from({ length: 101 }, () => violation({}));
    expect((await newBrowser().post("/api/csp-reports", tooMany)).status).toBe(400);
    const warn = vi.fn<Log["warn"]>();
    const { services, log } = systemCtx();
    const ctx = { services, log: { ...log, warn }, caller: { ...NO_CALLER, ipAddress: "192.0.2.11" } };
    const different = Array.from({ length: 100 }, (_, n) =>
      violation({ blockedURL: `https://h${n}.example/` }),
    );
    await noteCspReports(ctx, different);
    expect(warn).toHaveBeenCalledTimes(5);
    for (let times = 1; times < LIMITS["csp-report/network"].max; times++) await noteCspReports(ctx, []);
    await expect(noteCspReports(ctx, [])).rejects.toMatchObject({ code: "resource-exhausted" });
  });
});

it("leaves out addresses, queries and what looks like a secret", () => {
  expect(withoutPrivate("GET /accept/abcdefghijklmnopqrstuvwxyz0123?token=1 by a.b@c.example failed")).toBe(
    "GET /accept/(secret) by (address) failed",
  );
});
