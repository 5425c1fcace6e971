import { parse as parseToml } from "smol-toml";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { AGENT_RULE_FILES, CLIENTS, findClient, instructionsFor, oneClickClients } from "./clients.ts";
import type { ClientSpec } from "./client-spec.ts";
import { KEY_PLACEHOLDER, OPERATING_SYSTEMS } from "./install.ts";
import type { Install, Os } from "./install.ts";
import { renderConfig } from "./render-config.ts";

const KEY = "doc_0123456789abcdefghijABCDEFGHIJ01abcdef";
const INSTALL: Install = { mcpUrl: "https://docs.example/mcp", apiKey: KEY };
const CASES = [INSTALL, { mcpUrl: "http://127.0.0.1:8787/mcp", apiKey: null }].flatMap((install) =>
  OPERATING_SYSTEMS.map((os) => ({ install, os })),
);
const parsers = {
  json: (text: string) => JSON.parse(text),
  jsonc: (text: string) => JSON.parse(text),
  toml: (text: string) => parseToml(text),
  yaml: (text: string) => parseYaml(text),
};

test("there are at least 30 clients, and at least 10 links that open one with everything filled in", () => {
  expect(CLIENTS.length).toBeGreaterThanOrEqual(30);
  expect(new Set(CLIENTS.map(({ id }) => id)).size).toBe(CLIENTS.length);
  const links = new Set(oneClickClients().map(({ link }) => link?.(INSTALL)));
  expect(links.size).toBeGreaterThanOrEqual(10);
  expect(links).not.toContain(null);
});

test.for([...CLIENTS])("$id: a way in, a check, a source and the day on which it was compared", (client) => {
  expect(client.link ?? client.command ?? client.file ?? client.url).toBeDefined();
  const saysWhere = client.command ?? client.file?.paths ?? client.steps;
  expect(saysWhere).toBeTruthy();
  expect(client.verify).toMatch(/\w/);
  expect(client.source).toMatch(/\w/);
  expect(new URL(client.docsUrl).protocol).toBe("https:");
  expect(new Date(client.checkedOn).toISOString().slice(0, 10)).toBe(client.checkedOn);
});

test.for(CLIENTS.filter(({ file }) => file))(
  "$id: the file parses in its language and is what was meant",
  (client) => {
    for (const { install, os } of CASES) {
      const { text, language } = instructionsFor(client, install, os).file!;
      expect(parsers[language](text)).toEqual(client.file!.config(install, os));
      expect(text).toContain(install.mcpUrl);
    }
  },
);

test.for([...CLIENTS])("$id: the key, or what stands for it, is in the instructions", (client) => {
  const lacking = CASES.flatMap(({ install, os }) => {
    const { command, file, url } = instructionsFor(client, install, os);
    const texts = [command, file?.text ?? null, url].filter((text) => text !== null);
    return texts.filter((text) => !text.includes(install.apiKey ?? KEY_PLACEHOLDER));
  });
  expect(lacking.length > 0).toBe(
    [
      "claude", // lets its user sign in
      "chatgpt",
      "copilot-coding-agent", // reads the key from a secret of the repository
      "raycast", // has a form for the header
      "vscode", // asks for the key when there is none
      "vscode-insiders",
    ].includes(client.id),
  );
});

test("on Windows npx is started through cmd", () => {
  expect(bridgeOn("mac")).toMatchObject({ command: "npx", args: expect.arrayContaining(["-y"]) });
  expect(bridgeOn("windows")).toMatchObject({ command: "cmd", args: expect.arrayContaining(["/c", "npx"]) });
});

test("paths are those of the system", () => {
  expect(OPERATING_SYSTEMS.map((os) => instructionsFor(clientOf("cursor"), INSTALL, os).file!.path)).toEqual([
    "~/.cursor/mcp.json",
    "~/.cursor/mcp.json",
    "%USERPROFILE%\\.cursor\\mcp.json",
  ]);
});

test("TOML and YAML are written so that they are read back, whatever the strings hold", () => {
  const config = {
    text: 'quote " back \\ colon: # dash - yes',
    "key with space": true,
    list: ["*", "x"],
    table: { n: 3 },
  };
  expect(parseToml(renderConfig(config, "toml"))).toEqual(config);
  expect(parseYaml(renderConfig(config, "yaml"))).toEqual(config);
});

test("the rule for agents names tools that exist", () => {
  for (const { text } of AGENT_RULE_FILES)
    expect(text).toMatch(/docenda_search_documentation[\s\S]*docenda_read_url/);
});

function clientOf(id: string): ClientSpec {
  const found = findClient(id);
  if (!found) throw new Error(`there is no client ${id}`);
  return found;
}

function bridgeOn(os: Os): unknown {
  return JSON.parse(instructionsFor(clientOf("claude-desktop"), INSTALL, os).file!.text).mcpServers.docenda;
}
