import { expect, test } from "vitest";
import { CLIENTS, oneClickClients } from "./clients.ts";
import type { Install } from "./install.ts";

const KEY = "doc_0123456789abcdefghijABCDEFGHIJ01abcdef";
const install: Install = { mcpUrl: "https://docs.example/mcp", apiKey: KEY };
const withoutKey: Install = { ...install, apiKey: null };

const url = install.mcpUrl;
const headers = { Authorization: `Bearer ${KEY}` };
const named = { name: "docenda", type: "http", url, headers };
const bridge = {
  command: "npx",
  args: ["-y", "mcp-remote@latest", url, "--header", "Authorization:${DOCENDA_AUTHORIZATION}"],
  env: { DOCENDA_AUTHORIZATION: `Bearer ${KEY}` },
};

function linkOf(id: string, given: Install = install): string | null {
  return CLIENTS.find((client) => client.id === id)!.link!(given);
}

/** The part behind the first `?` of a link that is one JSON value. */
function jsonBehind(link: string | null): unknown {
  return JSON.parse(decodeURIComponent(link!.slice(link!.indexOf("?") + 1)));
}

/** The query of a link, and its `config` decoded from base64. */
function base64Config(link: string | null): {
  start: string;
  query: Record<string, string>;
  config: unknown;
} {
  const [start, search] = link!.split("?") as [string, string];
  const { config, ...query } = Object.fromEntries(new URLSearchParams(search));
  return { start, query, config: JSON.parse(atob(config!)) };
}

test("Cursor and LM Studio: the inner object in base64", () => {
  expect(base64Config(linkOf("cursor"))).toEqual({
    start: "cursor://anysphere.cursor-deeplink/mcp/install",
    query: { name: "docenda" },
    config: { url, headers },
  });
  expect(base64Config(linkOf("lm-studio"))).toEqual({
    start: "lmstudio://add_mcp",
    query: { name: "docenda" },
    config: { url, headers },
  });
});

test("TRAE: the same with the transport beside it", () => {
  expect(base64Config(linkOf("trae"))).toEqual({
    start: "trae://trae.ai-ide/mcp-import",
    query: { name: "docenda", type: "http" },
    config: { url, headers },
  });
});

test("VS Code, its Insiders and Visual Studio: one JSON value behind the question mark", () => {
  expect(linkOf("vscode")).toMatch(/^vscode:mcp\/install\?/);
  expect(jsonBehind(linkOf("vscode"))).toEqual(named);
  expect(linkOf("vscode-insiders")).toMatch(/^vscode-insiders:mcp\/install\?/);
  expect(jsonBehind(linkOf("vscode-insiders"))).toEqual(named);
  expect(linkOf("visual-studio")).toMatch(/^vsweb\+mcp:\/install\?/);
  expect(jsonBehind(linkOf("visual-studio"))).toEqual(named);
});

test("VS Code asks for the key when there is none, Claude needs none; no other client gets a link then", () => {
  expect(jsonBehind(linkOf("vscode", withoutKey))).toEqual({
    name: "docenda",
    type: "http",
    url,
    headers: { Authorization: "Bearer ${input:docenda-key}" },
    inputs: [{ type: "promptString", id: "docenda-key", description: "Docenda API key", password: true }],
  });
  const others = oneClickClients().filter(({ id }) => !/^(?:vscode|claude)/.test(id));
  expect(others.map(({ link }) => link!(withoutKey))).toEqual(others.map(() => null));
});

test("Kiro: JSON that is not in base64", () => {
  const link = new URL(linkOf("kiro")!);
  expect(link.origin + link.pathname).toBe("https://kiro.dev/launch/mcp/add");
  expect(link.searchParams.get("name")).toBe("docenda");
  const config = JSON.parse(link.searchParams.get("config")!);
  expect(config).toEqual({ url, headers, disabled: false, autoApprove: [] });
});

test("goose: fields, with the header's name and value apart by an equals sign", () => {
  const [start, search] = linkOf("goose")!.split("?") as [string, string];
  expect(start).toBe("goose://extension");
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
    type: "streamable_http",
    url,
    id: "docenda",
    name: "Docenda",
    description: "Documentation search for coding agents",
    header: `Authorization=Bearer ${KEY}`,
  });
});

test("Raycast: a program that passes everything on", () => {
  expect(linkOf("raycast")).toMatch(/^raycast:\/\/mcp\/install\?/);
  expect(jsonBehind(linkOf("raycast"))).toEqual({ name: "docenda", type: "stdio", ...bridge });
});

test("Claude: the address alone, since it lets its user sign in", () => {
  const link = new URL(linkOf("claude")!);
  expect(link.origin + link.pathname).toBe("https://claude.ai/customize/connectors");
  expect(Object.fromEntries(link.searchParams)).toEqual({
    modal: "add-custom-connector",
    connectorName: "Docenda",
    connectorUrl: url,
  });
  expect(linkOf("claude", withoutKey)).toBe(linkOf("claude"));
});
