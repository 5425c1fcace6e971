import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { CLIENTS, findClient, instructionsFor } from "#web/features/install/clients.ts";
import type { Install } from "#web/features/install/install.ts";

const KEY = "doc_0123456789abcdefghijABCDEFGHIJ01abcdef";
const install: Install = { mcpUrl: "https://docs.example/mcp", apiKey: KEY };
const HEADER = `Authorization: Bearer ${KEY}`;

test.for(CLIENTS.filter(({ command }) => command))(
  "$id: bash and PowerShell read the same words",
  ({ id }) => {
    const inBash = lines(id, "linux").map(bashWords);
    expect(lines(id, "windows").map(powerShellWords).at(-1)).toEqual(inBash.at(-1));
    const text = inBash.at(-1)!.join("\n");
    expect(text).toContain(install.mcpUrl);
    expect(lines(id, "linux").join("\n")).toContain(KEY);
  },
);

test("a header is one word", () => {
  const withHeader = CLIENTS.filter(({ command }) => command?.(install, "linux").includes("--header"));
  expect(withHeader.length).toBeGreaterThan(5);
  for (const { id } of withHeader) {
    const words = bashWords(lines(id, "linux")[0]!);
    const value = words[words.indexOf("--header") + 1];
    expect([HEADER, HEADER.replace(": ", "=")]).toContain(value);
  }
});

test("Claude Code gets the name and the URL before the header, which would swallow them", () => {
  expect(bashWords(lines("claude-code", "linux")[0]!).slice(7)).toEqual([
    "docenda",
    install.mcpUrl,
    "--header",
    HEADER,
  ]);
});

test("VS Code gets the server as one JSON value in either shell", () => {
  const server = {
    name: "docenda",
    type: "http",
    url: install.mcpUrl,
    headers: { Authorization: `Bearer ${KEY}` },
  };
  expect(JSON.parse(bashWords(lines("vscode", "mac")[0]!)[2]!)).toEqual(server);
  expect(JSON.parse(powerShellWords(lines("vscode", "windows")[0]!)[2]!)).toEqual(server);
});

test("Codex reads the key from the variable that the line before sets", () => {
  const add = "codex mcp add docenda --url https://docs.example/mcp --bearer-token-env-var DOCENDA_API_KEY";
  expect(lines("codex", "linux")).toEqual([`export DOCENDA_API_KEY=${KEY}`, add]);
  expect(lines("codex", "windows")).toEqual([`setx DOCENDA_API_KEY ${KEY}`, add]);
});

function lines(id: string, os: "mac" | "linux" | "windows"): string[] {
  return instructionsFor(findClient(id)!, install, os).command!.split("\n");
}

/** The words that bash itself makes of a line. */
function bashWords(line: string): string[] {
  const script = `set -f; words=(${line}); printf '%s\\0' "\${words[@]}"`;
  return execFileSync("bash", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
}

/** What PowerShell passes on of a line in which strings stand in one kind of quotes or in none. */
function powerShellWords(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"`$]*)"|(\S+)/g)].map(([, single, double, bare]) =>
    (single ?? double ?? bare!).replaceAll(String.raw`\"`, '"'),
  );
}
