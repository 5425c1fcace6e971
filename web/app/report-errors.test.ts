import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

async function reports() {
  const sent = vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json({ status: "noted" }));
  vi.stubGlobal("location", { pathname: "/dashboard" });
  const { reportError } = await import("./report-errors.ts");
  return { reportError, bodies: () => sent.mock.calls.map(([, init]) => JSON.parse(String(init?.body))) };
}

it("tells of an error once, with the page and the build", async () => {
  const { reportError, bodies } = await reports();
  const error = new Error("x is undefined");
  reportError("script", error);
  reportError("script", error);
  reportError("promise", "no error at all");
  expect(bodies()).toEqual([
    expect.objectContaining({
      kind: "script",
      message: "x is undefined",
      path: "/dashboard",
      build: expect.stringMatching(/^[\w.-]+$/),
    }),
  ]);
});

it("stops after three, and does not fail when nothing answers", async () => {
  const { reportError, bodies } = await reports();
  for (let n = 0; n < 9; n++) reportError("promise", new Error(`number ${n}`));
  expect(bodies()).toHaveLength(3);
});
