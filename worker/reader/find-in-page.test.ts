import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readDocument } from "#worker/content/document.ts";
import { listSections } from "#worker/content/sections.ts";
import { findFragment, findInPage } from "./find-in-page.ts";
import { fitSection } from "./fit-section.ts";
import type { PageText } from "./fit-page.ts";

function pageOf(text: string, title = "page.md"): PageText {
  const url = `https://docs.test/${title}`;
  const { markdown } = readDocument({ text, mediaType: "text/markdown", url });
  return { title, url, markdown, sections: listSections(markdown), tokens: markdown.length / 4 };
}

function realPage(name: string): PageText {
  return pageOf(readFileSync(`node_modules/agents/docs/${name}`, "utf8"), name);
}

const PAGES = new Map(
  ["scheduling.md", "routing.md", "chat-agents.md", "agent-tools.md", "browse-the-web.md"].map((name) => [
    name,
    realPage(name),
  ]),
);

/** The heading of the found section, and the first lines of its focus. */
function find(name: string, wanted: string) {
  const page = PAGES.get(name)!;
  const found = findInPage(page, wanted);
  const focus = found?.focus?.map(({ start, end }) => page.markdown.slice(start, end).split("\n", 1)[0]!);
  return { heading: found?.section.heading ?? null, focus: focus ?? null };
}

describe("sections", () => {
  it.each([
    ["an anchor", "#constrained-time", null],
    ["an anchor", "#cancel-a-schedule", "Cancel a Schedule"],
    ["a heading in any case", "list schedules", "List Schedules"],
    ["a heading with its marks", "### List Schedules", "List Schedules"],
    ["a path as an answer shows it", "API Reference › Agent methods › getSchedule()", "getSchedule()"],
    ["a path", "Managing Schedules > List Schedules", "List Schedules"],
    ["a symbol rather than the first heading that mentions it", "keepAlive", "keepAlive()"],
    ["a symbol in code", "`keepAlive()`", "keepAlive()"],
    ["a call", "this.keepAlive()", "keepAlive()"],
    ["a call with arguments", "agent.scheduleEvery(60, 'tick')", "scheduleEvery()"],
    ["a constructor", "new Scheduler()", "new Scheduler(options?)"],
    ["words of a heading", "Timezone", "Timezone-Aware Scheduling"],
    ["a part of a heading", "Reschedul", "Rescheduling from Callbacks"],
  ])("by %s: %s", (_how, wanted, heading) => {
    expect(find("scheduling.md", wanted)).toEqual({ heading, focus: null });
  });

  it("finds nothing for what the page does not have, and for nothing", () => {
    for (const wanted of ["quaternion rotation", "rotateQuaternion()", "", "  ", "#", "()", "`"])
      expect(findInPage(PAGES.get("scheduling.md")!, wanted)).toBeNull();
  });
});

describe("symbols", () => {
  it.each([
    ["agent-tools.md", "AgentToolFailure", "```ts"],
    ["browse-the-web.md", "guardrails", "- `guardrails` restricts which hostnames"],
    ["chat-agents.md", "work_budget_exceeded", "- `work_budget_exceeded` — the turn"],
  ])("%s: %s, where it is defined", (name, wanted, line) => {
    const { heading, focus } = find(name, wanted);
    expect(heading).not.toBeNull();
    expect(focus?.[0]?.startsWith(line)).toBe(true);
  });

  const code = pageOf(
    `# Reference\n\nIntro.\n\n## Types\n\n\`\`\`ts\n${"// filler line\n".repeat(200)}export interface Options<T> {\n  retries?: number;\n}\n\`\`\`\n\n` +
      "## Use\n\n```ts\nawait connect(options);\nconst retries = 3;\n```\n\n## Functions\n\n```c\nint sqlite3_open(const char *name, sqlite3 **db);\n```\n\n```py\ndef walk(top, topdown=True):\n```\n",
  );

  it.each([
    ["Options", "Types", ["```ts", "export interface Options<T> {"]],
    ["options", "Types", ["```ts", "export interface Options<T> {"]],
    ["sqlite3_open", "Functions", ["```c"]],
    ["os.walk", "Functions", ["```py"]],
    ["retries", "Use", ["```ts"]],
    ["connect", null, null],
  ])("%s in code", (wanted, heading, lines) => {
    const found = findInPage(code, wanted);
    expect(found?.section.heading ?? null).toBe(heading);
    const focus = found?.focus?.map(({ start, end }) => code.markdown.slice(start, end).split("\n", 1)[0]!);
    expect(focus ?? null).toEqual(lines);
  });
});

describe("tables", () => {
  it("finds the rows of a name with the head of their table", () => {
    const { heading, focus } = find("routing.md", "options.locationHint");
    expect(heading).toBe("routeAgentRequest(request, env, options?)");
    expect(focus).toHaveLength(4);
    expect(focus?.[3]).toContain("Preferred location for agent instances");
  });

  it("takes code in a cell and a call for the name, and finds a table by its head", () => {
    expect(find("routing.md", "hungScheduleTimeoutSeconds").focus?.at(-1)).toContain("considered hung");
    expect(find("scheduling.md", "the table of Scenario").focus?.length).toBe(8);
  });

  const page = pageOf(
    "# Limits\n\n## Plans\n\nLimits of each plan\n\n| Plan | Rate |\n|---|---|\n| `free` | 10 |\n| pro plan | 100 |\n\n## Codes\n\n| Code | Meaning |\n|---|---|\n| `E1` | a \\| b |\n| E10 | other |\n",
  );

  it.each([
    [
      "limits of each plan",
      ["Limits of each plan", "| Plan | Rate |", "|---|---|", "| `free` | 10 |", "| pro plan | 100 |"],
    ],
    ["free", ["Limits of each plan", "| Plan | Rate |", "|---|---|", "| `free` | 10 |"]],
    ["E1", ["| Code | Meaning |", "|---|---|", "| `E1` | a \\| b |"]],
    ["Meaning", ["| Code | Meaning |", "|---|---|", "| `E1` | a \\| b |", "| E10 | other |"]],
  ])("%s", (wanted, lines) => {
    const focus = findInPage(page, wanted)?.focus;
    expect(focus?.map(({ start, end }) => page.markdown.slice(start, end))).toEqual(lines);
  });

  it("gives the whole section when it fits, else the head and the rows alone", () => {
    const routing = PAGES.get("routing.md")!;
    const part = findInPage(routing, "options.locationHint")!;
    const whole = fitSection(routing, part, 3000, { head: "head", boundary: "doc-b" });
    expect(whole.text).toContain("options.onBeforeRequest");
    const rows = fitSection(routing, part, 120, { head: "head", boundary: "doc-b" });
    expect(rows.text).toMatchInlineSnapshot(`
      "head
      The section is longer than the budget; this is the part that was asked for.
      <doc-b>
      routing.md
      https://docs.test/routing.md
      Routing › API Reference

      Routes a request to the appropriate agent.
      | Parameter | Type | Description |
      | --- | --- | --- |
      | \`options.locationHint\` | \`string\` | Preferred location for agent instances |
      </doc-b>"
    `);
    expect(rows.ranges).toEqual(part.focus);
  });
});

it("finds fragments by their anchors, and by what the anchor of a heading would be", () => {
  const { sections } = PAGES.get("scheduling.md")!;
  expect(findFragment(sections, "cancel-a-schedule")?.section.heading).toBe("Cancel a Schedule");
  expect(findFragment(sections, "Cancel_a_Schedule")?.section.heading).toBe("Cancel a Schedule");
  // A fragment that is only a part of a heading is another anchor.
  for (const fragment of ["cancel", "top", "L10", "!", "/"])
    expect(findFragment(sections, fragment)).toBeNull();
});
