import { expect, it } from "vitest";
import { CLIENTS } from "./clients.ts";
import { listingProblems } from "./listing-problems.ts";
import { heldOf } from "./same-passages.ts";
import { clientsWithFile, worstSeen } from "./worst-seen.ts";

const PASSAGES = ['Call `open("a\\n")` first.\n\n    then close', "Another passage."];
const TEXT = `Answer\n\n${PASSAGES.join("\n…\n")}\nend`;
const content = [{ type: "text", text: TEXT }];

it("finds all, some or none of the passages, in text and in JSON", () => {
  expect(heldOf(TEXT, PASSAGES)).toBe("all");
  expect(heldOf(JSON.stringify({ passages: PASSAGES }), PASSAGES)).toBe("all");
  expect(heldOf(TEXT.replace("then close", ""), PASSAGES)).toBe("part");
  expect(heldOf(JSON.stringify({ urls: ["https://a.test/"] }), PASSAGES)).toBe("none");
});

it("is the text where every client passes on the same", () => {
  expect(worstSeen({ content }).seen.passedOn).toBe(TEXT);
});

it("is the JSON without words where some clients take that alone", () => {
  const { client, seen } = worstSeen({ content, structuredContent: { urls: ["https://a.test/"] } });
  expect(client.id).toBe("claude-code");
  expect(heldOf(seen.passedOn, PASSAGES)).toBe("none");
});

it("is the text without words where the JSON has them", () => {
  const summary = [{ type: "text", text: "2 passages" }];
  const { client, seen } = worstSeen({ content: summary, structuredContent: { passages: PASSAGES } });
  expect(client.id).toBe("cursor");
  expect(seen.passedOn).toBe("2 passages");
});

it("is the first item where a client drops the others", () => {
  const two = PASSAGES.map((text) => ({ type: "text", text }));
  expect(worstSeen({ content: two }).seen.passedOn).toBe(PASSAGES[0]);
});

it("counts a file as passed on and names who makes one", () => {
  const long = [{ type: "text", text: "A line of text.\n".repeat(600) }];
  expect(worstSeen({ content: long }).seen.passedOn).toBe(long[0]?.text);
  expect(clientsWithFile({ content: long })).toEqual(["VS Code (Copilot)"]);
  expect(clientsWithFile({ content })).toEqual([]);
});

it("finds names, descriptions, instructions and schemas that a client would cut", () => {
  const fits = { server: "docs", instructions: "Ask.", tools: [tool("search", "Searches.", {})] };
  expect(CLIENTS.flatMap((client) => listingProblems(client, fits))).toEqual([]);
  const problemsOf = (listing: typeof fits) =>
    CLIENTS.filter((client) => listingProblems(client, listing).length > 0).map(({ id }) => id);
  expect(problemsOf({ ...fits, tools: [tool("s".repeat(56), "", {})] })).toEqual([
    "codex",
    "cursor",
    "vs-code",
    "gemini-cli",
    "kimi-cli",
  ]);
  expect(problemsOf({ ...fits, instructions: "i".repeat(2049) })).toEqual(["claude-code"]);
  expect(problemsOf({ ...fits, tools: [tool("search", "d".repeat(2049), {})] })).toEqual(["claude-code"]);
  expect(problemsOf({ ...fits, tools: [tool("search", "", { title: "x".repeat(5000) })] })).toEqual([
    "codex",
  ]);
  const words = "word ".repeat(5000);
  expect(problemsOf({ ...fits, tools: [tool("search", words, {})] })).toEqual(["claude-code", "chatgpt"]);
});

it("finds a name of the instructions that no tool explains", () => {
  const [client] = CLIENTS;
  const described = { properties: { session: { description: "Of your last answer" } } };
  const listing = { server: "docs", instructions: "Pass `session`.", tools: [tool("search", "", described)] };
  expect(listingProblems(client!, listing)).toEqual([]);
  expect(listingProblems(client!, { ...listing, instructions: "Call `search`." })).toEqual([]);
  for (const schema of [{}, { properties: { session: {} } }])
    expect(listingProblems(client!, { ...listing, tools: [tool("search", "", schema)] })).toHaveLength(1);
});

function tool(name: string, description: string, inputSchema: Record<string, unknown>) {
  return { name, description, inputSchema };
}
