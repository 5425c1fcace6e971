import { homedir } from "node:os";
import { MCPConfigRegistry } from "@gleanwork/mcp-config-schema";
import type { ClientId } from "@gleanwork/mcp-config-schema";
import { agents } from "add-mcp";
import type { AgentType } from "add-mcp";
import { expect, test } from "vitest";
import { findClient, instructionsFor } from "#web/features/install/clients.ts";
import type { Install } from "#web/features/install/install.ts";
import type { Config } from "#web/features/install/render-config.ts";

/*
 * Two packages of other people say independently what clients' configurations look like. Where we write something else,
 * it stands here with the reason, so that a new version of either shows what has changed.
 */

const install: Install = { mcpUrl: "https://docs.example/mcp", apiKey: "doc_key" };
const headers = { Authorization: "Bearer doc_key" };

/** What ours has where the oracle has something else; undefined for what ours leaves out. */
type Differences = { why: string; ours: Record<string, unknown> };

const ADD_MCP: { ours: string; theirs: AgentType; entry?: Differences }[] = [
  { ours: "antigravity", theirs: "antigravity" },
  { ours: "cline", theirs: "cline" },
  { ours: "cline-cli", theirs: "cline-cli" },
  { ours: "claude-code", theirs: "claude-code" },
  {
    ours: "codex",
    theirs: "codex",
    entry: { why: "Codex tells by `url` that a server is remote", ours: { type: undefined } },
  },
  { ours: "cursor", theirs: "cursor" },
  {
    ours: "gemini-cli",
    theirs: "gemini-cli",
    entry: {
      why: "`httpUrl` is read by old and new versions, `type` by new ones alone",
      ours: { type: undefined, url: undefined, httpUrl: install.mcpUrl },
    },
  },
  { ours: "goose", theirs: "goose" },
  { ours: "copilot-cli", theirs: "github-copilot-cli" },
  { ours: "grok-build", theirs: "grok-build" },
  { ours: "kilo-code", theirs: "kilo-code" },
  { ours: "kimi-code", theirs: "kimi-code" },
  { ours: "kiro", theirs: "kiro-cli" },
  { ours: "mastra-code", theirs: "mastracode" },
  { ours: "mcporter", theirs: "mcporter" },
  {
    ours: "opencode-1",
    theirs: "opencode",
    entry: { why: "without it opencode begins a sign-in", ours: { oauth: false } },
  },
  { ours: "pi", theirs: "pi" },
  { ours: "vscode", theirs: "vscode" },
  { ours: "windsurf", theirs: "windsurf" },
  {
    ours: "zed",
    theirs: "zed",
    entry: { why: "Zed's documentation has neither", ours: { source: undefined, type: undefined } },
  },
];

test.for(ADD_MCP)("$ours is configured as add-mcp does it", ({ ours, theirs, entry }) => {
  const agent = agents[theirs];
  const expected = agent.transformConfig("docenda", { type: "http", url: install.mcpUrl, headers }) as Config;
  const keys = agent.configKey.split(".");
  expect(dig(configOf(ours), [...keys, "docenda"])).toEqual(changed(expected, entry));
  const path = findClient(ours)!.file!.paths!.linux;
  expect(asJson(path)).toBe(asJson(agent.configPath.replace(homedir(), "~")));
});

const GLEANWORK: { ours: string; theirs: ClientId; entry?: Differences }[] = [
  { ours: "antigravity", theirs: "antigravity-cli" },
  { ours: "claude-code", theirs: "claude-code" },
  {
    ours: "claude-desktop",
    theirs: "claude-desktop",
    entry: {
      why: "some clients split arguments at spaces, so the header comes from a variable",
      ours: {
        type: undefined,
        args: [
          "-y",
          "mcp-remote@latest",
          install.mcpUrl,
          "--header",
          "Authorization:${DOCENDA_AUTHORIZATION}",
        ],
        env: { DOCENDA_AUTHORIZATION: "Bearer doc_key" },
      },
    },
  },
  { ours: "codex", theirs: "codex" },
  {
    ours: "cursor",
    theirs: "cursor",
    entry: { why: "Cursor's documentation has no type for an address", ours: { type: undefined } },
  },
  { ours: "gemini-cli", theirs: "gemini" },
  {
    ours: "goose",
    theirs: "goose",
    entry: {
      why: "what goose fills in by itself is left out",
      ours: { envs: undefined, env_keys: undefined, bundled: undefined, available_tools: undefined },
    },
  },
  { ours: "jetbrains", theirs: "jetbrains" },
  { ours: "junie", theirs: "junie" },
  {
    ours: "opencode-1",
    theirs: "opencode",
    entry: { why: "without `oauth` opencode begins a sign-in", ours: { enabled: true, oauth: false } },
  },
  { ours: "vscode", theirs: "vscode" },
  { ours: "windsurf", theirs: "windsurf" },
];

const registry = new MCPConfigRegistry();
const options = { transport: "http" as const, serverUrl: install.mcpUrl, serverName: "docenda", headers };

test.for(GLEANWORK)(
  "$ours is configured as @gleanwork/mcp-config-schema does it",
  ({ ours, theirs, entry }) => {
    const theirConfig = registry.createBuilder(theirs).buildConfiguration(options) as unknown as Config;
    const [key, servers] = Object.entries(theirConfig)[0] as [string, Config];
    const expected = changed(servers.docenda as Config, entry);
    expect(dig(configOf(ours), [key, "docenda"])).toEqual(expected);
  },
);

test("the links of Cursor and VS Code are those of @gleanwork/mcp-config-schema", () => {
  expect(findClient("vscode")!.link!(install)).toBe(theirLink("vscode"));
  expect(base64Config(findClient("cursor")!.link!(install)!)).toEqual(
    changed(base64Config(theirLink("cursor")), { why: "as in the file", ours: { type: undefined } }),
  );
});

test("the commands of Claude Code, Gemini CLI and VS Code mean what those of @gleanwork/mcp-config-schema mean", () => {
  expect(ourCommand("vscode")).toBe(theirCommand("vscode"));
  expect(words(ourCommand("claude-code"))).toEqual(words(theirCommand("claude-code")));
  // Theirs writes -H and leaves the scope at the project.
  expect(words(ourCommand("gemini-cli").replace(" --scope user", ""))).toEqual(
    words(theirCommand("gemini").replace("-H", "--header")),
  );
});

function theirLink(id: "cursor" | "vscode"): string {
  return registry.createBuilder(id).buildOneClickUrl!(options);
}

function theirCommand(id: ClientId): string {
  return registry.createBuilder(id).buildCommand(options)!;
}

function ourCommand(id: string): string {
  return instructionsFor(findClient(id)!, install, "linux").command!;
}

function base64Config(link: string): Config {
  return JSON.parse(atob(new URLSearchParams(link.split("?")[1]).get("config")!)) as Config;
}

/** The words of a command without their order. */
function words(command: string): string[] {
  return (command.match(/"[^"]*"|\S+/g) ?? []).toSorted();
}

function configOf(id: string): Config {
  return findClient(id)!.file!.config(install, "linux");
}

function dig(config: Config, path: string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Config)[key], config);
}

function changed(entry: Config, differences: Differences | undefined): Config {
  const all = { ...entry, ...differences?.ours };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Config;
}

/** A file that may be .json or .jsonc is one file to us. */
function asJson(path: string): string {
  return path.replace(/\.jsonc$/, ".json");
}
