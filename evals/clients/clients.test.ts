import { describe, expect, it } from "vitest";
import type { ClientRule, ToolResult } from "./client-rule.ts";
import { CLIENTS } from "./clients.ts";

const TEXT_CLIENTS = ["cursor", "opencode", "gemini-cli", "kimi-cli", "claude-desktop"];
const JSON_CLIENTS = ["claude-code", "codex", "vs-code", "chatgpt"];
const SMALL = "# Title\nA passage.";

const ids = CLIENTS.map(({ id }) => id);

it("has a source and a date for every fact that is not assumed", () => {
  expect([...ids].sort()).toEqual([...TEXT_CLIENTS, ...JSON_CLIENTS].sort());
  const facts = CLIENTS.flatMap((client) => Object.values(client.facts));
  expect(facts.filter(({ from, isAssumed }) => !isAssumed && from.length === 0)).toEqual([]);
  expect(facts.filter(({ says }) => says === "")).toEqual([]);
  for (const { url, date } of facts.flatMap(({ from }) => from)) {
    expect(URL.canParse(url)).toBe(true);
    expect(date).toMatch(/^20\d\d-\d\d(-\d\d)?$/);
  }
});

it.each(ids)("%s passes on a single text whole", (id) => {
  const seen = see(id, [SMALL]);
  expect(seen.text).toContain(SMALL);
  expect(seen).toMatchObject({ passedOn: SMALL, isInFile: false });
});

it.each(ids)("%s hides `_meta` of a result that is no error", (id) => {
  expect(see(id, [SMALL], { _meta: { secret: "hidden" } }).text).not.toContain("hidden");
});

describe("text and structuredContent", () => {
  const both = { structuredContent: { title: "Only JSON" } };

  it.each(TEXT_CLIENTS)("%s passes on the text alone", (id) => {
    const { text, passedOn } = see(id, [SMALL], both);
    expect(passedOn).toBe(SMALL);
    expect(text).not.toContain("Only JSON");
  });

  it.each(JSON_CLIENTS)("%s passes on the JSON alone", (id) => {
    const { text, passedOn } = see(id, [SMALL], both);
    expect(passedOn).toBe('{"title":"Only JSON"}');
    expect(text).not.toContain("A passage");
  });

  it("an empty object hides the text in VS Code", () => {
    expect(see("vs-code", [SMALL], { structuredContent: {} }).passedOn).toBe("{}");
  });

  it("opencode takes the JSON when there is no content, Cursor says that it is omitted", () => {
    expect(see("opencode", [], both).passedOn).toBe('{"title":"Only JSON"}');
    expect(see("cursor", [], both)).toMatchObject({ text: "(omitted)", passedOn: "" });
  });
});

describe("several items", () => {
  it.each([
    ["claude-code", "one"],
    ["codex", "one\ntwo"],
    ["cursor", "one\ntwo"],
    ["vs-code", "onetwo"],
    ["opencode", "one\n\ntwo"],
    ["gemini-cli", "one\ntwo"],
    ["kimi-cli", "one\ntwo"],
    ["claude-desktop", "onetwo"],
    ["chatgpt", "onetwo"],
  ])("%s", (id, passedOn) => {
    expect(see(id, ["one", "two"]).passedOn).toBe(passedOn);
  });

  it("VS Code leaves out what is not for the model", () => {
    const content = [
      { type: "text", text: "for people", annotations: { audience: ["user"] } },
      { type: "text", text: "for both", annotations: { audience: ["user", "assistant"] } },
      { type: "image" },
    ];
    expect(rule("vs-code").seenByModel({ content }).passedOn).toBe("for both");
  });
});

describe("a text that is too long", () => {
  it.each([
    ["claude-code", 50_000, "Output too large"],
    ["cursor", 17_000, "Large output has been written"],
    ["vs-code", 8190, "Large tool result written to file"],
    ["opencode", 20_000, "truncated"],
    ["gemini-cli", 39_000, "Output too large"],
  ])("goes to a file in %s, which tells the model of it", (id, most, notice) => {
    const whole = lines(most);
    expect(see(id, [whole])).toMatchObject({ passedOn: whole, isInFile: false });
    const over = lines(most + 2000);
    const seen = see(id, [over]);
    expect(seen).toMatchObject({ passedOn: over, isInFile: true });
    expect(seen.text).toContain(notice);
    expect(seen.text.length).toBeLessThan(over.length);
  });

  it("shows what each client keeps in sight", () => {
    const over = lines(60_000);
    const kept = (id: string) => see(id, [over]).text;
    expect(kept("claude-code")).toContain(over.slice(0, 2000));
    expect(kept("claude-code")).not.toContain(over.slice(0, 2100));
    expect(kept("opencode")).toContain(over.slice(0, 19_990));
    expect(kept("gemini-cli")).toContain(over.slice(-32_000 + 100));
    expect(kept("vs-code")).not.toContain("000000000");
    expect(kept("cursor")).not.toContain("000000000");
  });

  it("has no preview in Claude Code over 25,000 tokens", () => {
    const digits = Array.from({ length: 30_000 }, (_, i) => i % 7).join(" ");
    expect(see("claude-code", [digits]).text).toMatch(/^Error: result exceeds/);
  });

  it("keeps nothing of a single line over 50 KiB in opencode", () => {
    expect(see("opencode", ["x".repeat(60_000)]).text).not.toContain("xx");
  });

  it("VS Code and Cursor judge each item for itself", () => {
    for (const id of ["vs-code", "cursor"]) {
      const seen = see(id, ["short", "y".repeat(20_000)]);
      expect(seen.text).toContain("short");
      expect(seen.text).not.toContain("yy");
      expect(seen.isInFile).toBe(true);
    }
  });

  it("loses its middle in Codex, its end in Kimi CLI and all in Claude Desktop and ChatGPT", () => {
    const over = lines(160_000);
    const codex = see("codex", [over]).passedOn;
    expect(codex.startsWith(over.slice(0, 20_000))).toBe(true);
    expect(codex.endsWith(over.slice(-20_000))).toBe(true);
    expect(codex.length).toBeLessThan(40_100);
    const kimi = see("kimi-cli", [over]);
    expect(kimi.passedOn).toBe(over.slice(0, 100_000));
    expect(kimi.text).toContain("Output truncated");
    expect(see("claude-desktop", [over]).passedOn).toBe("");
    expect(see("chatgpt", [over]).passedOn).toBe("");
  });

  it("Codex counts bytes", () => {
    expect(see("codex", ["é".repeat(20_000)]).passedOn).not.toContain("truncated");
    expect(see("codex", ["é".repeat(20_001)]).passedOn).toContain("truncated");
  });
});

describe("an error", () => {
  const failed = { isError: true, structuredContent: { code: "x" } };

  it("is its text in every client that does not take the JSON first", () => {
    for (const id of ["claude-code", ...TEXT_CLIENTS])
      expect(see(id, ["Error (x): do this."], failed).passedOn).toBe("Error (x): do this.");
    for (const id of ["codex", "vs-code", "chatgpt"])
      expect(see(id, ["Error (x): do this."], failed).passedOn).toBe('{"code":"x"}');
  });

  it("keeps its ends in Claude Code", () => {
    const { passedOn } = see("claude-code", [`begin${"-".repeat(12_000)}end`], { isError: true });
    expect(passedOn.startsWith("begin")).toBe(true);
    expect(passedOn.endsWith("end")).toBe(true);
    expect(passedOn.length).toBeLessThan(10_010);
  });

  it("is marked in Kimi CLI, has a text in opencode, and is the whole result in Gemini CLI", () => {
    expect(see("kimi-cli", ["no"], { isError: true }).text).toMatch(/^<system>ERROR/);
    expect(see("opencode", [" "], { isError: true }).text).toBe("MCP tool returned an error");
    expect(see("gemini-cli", ["no"], { isError: true, _meta: { a: "shown" } }).text).toContain("shown");
  });
});

function see(id: string, texts: string[], rest: Partial<ToolResult> = {}) {
  return rule(id).seenByModel({ content: texts.map((text) => ({ type: "text", text })), ...rest });
}

function rule(id: string): ClientRule {
  const found = CLIENTS.find((client) => client.id === id);
  if (!found) throw new Error(`no client ${id}`);
  return found;
}

/** Lines of ten characters with their ends, each with its number. */
function lines(characters: number): string {
  return Array.from({ length: characters / 10 }, (_, i) => String(i).padStart(9, "0")).join("\n");
}
