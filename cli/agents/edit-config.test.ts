import { parse as parseJson } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { CLIENTS } from "#web/features/install/clients.ts";
import { renderConfig } from "#web/features/install/render-config.ts";
import type { Config, ConfigLanguage } from "#web/features/install/render-config.ts";
import { editConfig, NotEditable } from "./edit-config.ts";

const INSTALL = { mcpUrl: "https://docs.example/mcp", apiKey: "doc_key" };
const OTHER = { mcpUrl: "https://docs.example/mcp", apiKey: "doc_other" };

const files = CLIENTS.flatMap((client) => {
  const { file } = client;
  return file?.paths ? [{ id: client.id, language: file.language, config: file.config }] : [];
});

function parse(text: string, language: ConfigLanguage): unknown {
  if (language === "toml") return JSON.parse(JSON.stringify(parseToml(text)));
  return language === "yaml" ? parseYaml(text) : parseJson(text);
}

describe.for(files)("$id", ({ language, config }) => {
  const shape = config(INSTALL, "linux");

  it("gets the server in an empty file, as the instructions have it", () => {
    expect(parse(editConfig("", language, shape, true), language)).toEqual(shape);
  });

  it("gets it beside what is there, a second time changes nothing, and taking it out gives the same file back", () => {
    const before = `${renderConfig(JSON.parse(JSON.stringify(shape).replaceAll('"docenda"', '"other"').replaceAll("doc_key", "doc_their")) as Config, language)}\n`;
    const after = editConfig(before, language, shape, true);
    expect(after).not.toBe(before);
    expect(editConfig(after, language, shape, true)).toBe(after);
    const rolled = editConfig(after, language, config(OTHER, "linux"), true);
    expect(rolled).toContain("doc_other");
    expect(rolled).not.toContain("doc_key");
    expect(editConfig(after, language, shape, false)).toBe(before);
  });
});

const JSON_SHAPE: Config = { mcpServers: { docenda: { url: "https://x.example" } } };
const TOML_SHAPE: Config = {
  mcp_servers: { docenda: { url: "https://x.example", http_headers: { a: "b" } } },
};

it("keeps comments, trailing commas, tabs and line ends of JSON", () => {
  const before =
    '{\r\n\t// mine\r\n\t"theme": "dark",\r\n\t"mcpServers": {\r\n\t\t"a": {"url": "u"},\r\n\t},\r\n}\r\n';
  const after = editConfig(before, "jsonc", JSON_SHAPE, true);
  expect(after).toContain("// mine");
  expect(after).not.toMatch(/[^\r]\n/);
  expect(after).toContain('\r\n\t\t"docenda": {');
  expect(parseJson(after)).toMatchObject({ theme: "dark", mcpServers: { a: { url: "u" }, docenda: {} } });
});

it("lays out nothing but its own entry", () => {
  for (const before of [
    '{"mcpServers": {"a": {"url": "u"}}, "z": [1,2]}',
    '{\n    "z": { "one": 1 },\n    "mcpServers": { "a": { "url": "u" } }\n}\n',
  ]) {
    const after = editConfig(before, "json", JSON_SHAPE, true);
    expect(JSON.parse(after)).toEqual({
      ...JSON.parse(before),
      mcpServers: { a: { url: "u" }, docenda: { url: "https://x.example" } },
    });
    expect(editConfig(after, "json", JSON_SHAPE, false)).toBe(before);
  }
  expect(editConfig('{"a": {"b": 1}}', "json", JSON_SHAPE, true)).toContain('{"a": {"b": 1}');
  expect(JSON.parse(editConfig("{}", "json", JSON_SHAPE, true))).toEqual(JSON_SHAPE);
});

it("keeps comments and other tables of TOML, and finds its own wherever they are", () => {
  const before =
    '# mine\nmodel = "x"\n\n[mcp_servers."docenda"]\nurl = "old"\n\n[mcp_servers.docenda.env]\nA = "1"\n\n[[profiles]]\nname = "p" # yes\n';
  const after = editConfig(before, "toml", TOML_SHAPE, true);
  expect(after).toContain("# mine");
  expect(after).toContain('name = "p" # yes');
  expect(JSON.parse(JSON.stringify(parseToml(after)))).toEqual({
    model: "x",
    profiles: [{ name: "p" }],
    ...TOML_SHAPE,
  });
});

it("leaves alone what it can't change without a loss", () => {
  const cases: [string, ConfigLanguage, Config][] = [
    ["{ broken", "json", JSON_SHAPE],
    ["[1, 2]", "json", JSON_SHAPE],
    ['{"mcpServers": "none"}', "json", JSON_SHAPE],
    ["a = ", "toml", TOML_SHAPE],
    // This string looks like a table of ours, line by line, and is text.
    ['a = """\n[mcp_servers.docenda]\nx\n"""\n', "toml", TOML_SHAPE],
    ['mcp_servers = { docenda = { url = "u" } }\n', "toml", TOML_SHAPE],
    ["- a\n- b\n", "yaml", { extensions: { docenda: {} } }],
    ["a: [", "yaml", { extensions: { docenda: {} } }],
  ];
  for (const [text, language, shape] of cases)
    expect(() => editConfig(text, language, shape, true)).toThrow(NotEditable);
});
