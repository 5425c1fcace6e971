import { describe, expect, it } from "vitest";
import { asHandle, mintHandle, namingFor } from "./session-handle.ts";

describe("asHandle", () => {
  it("takes our own handles and what other clients make up", () => {
    for (const handle of [
      mintHandle("docenda"),
      mintHandle("deep-research"),
      "a",
      "7f3c-11ee_B",
      "x".repeat(64),
    ]) {
      expect(asHandle(handle)).toBe(handle);
    }
  });

  it("takes nothing that could reach another object's name, and nothing that is no text", () => {
    for (const value of [
      "",
      "a:b",
      "key.key_1",
      "a b",
      "a\n",
      "ä",
      "../a",
      "x".repeat(65),
      7,
      null,
      undefined,
      {},
    ]) {
      expect(asHandle(value)).toBeNull();
    }
  });
});

describe("namingFor", () => {
  const NOBODY = { name: null, handle: null, userAgent: null };

  it("knows the deep-research client by its name, the session it began, or its user agent", () => {
    expect(namingFor(NOBODY)).toBe("docenda");
    expect(namingFor({ ...NOBODY, name: "openai-mcp" })).toBe("deep-research");
    expect(namingFor({ ...NOBODY, handle: mintHandle("deep-research") })).toBe("deep-research");
    expect(namingFor({ ...NOBODY, userAgent: "openai-mcp/1.0.0 (x)" })).toBe("deep-research");
    expect(namingFor({ ...NOBODY, userAgent: "openai-mcp" })).toBe("deep-research");
  });

  it("believes what a client says now before what is remembered of it", () => {
    expect(namingFor({ name: "codex", handle: mintHandle("deep-research"), userAgent: "openai-mcp/1" })).toBe(
      "docenda",
    );
    expect(namingFor({ ...NOBODY, userAgent: "Mozilla/5.0 openai-mcp/1.0" })).toBe("docenda");
  });
});
