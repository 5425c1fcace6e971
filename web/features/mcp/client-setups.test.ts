import { expect, test } from "vitest";
import { clientSetups } from "./client-setups.ts";

const MCP_URL = "http://127.0.0.1:8787/mcp";
const [claudeCode, cursor, codex] = clientSetups(MCP_URL, "dcd_key+/=");

test("Claude Code gets the name and the URL before the header, which would swallow them", () => {
  expect(claudeCode?.text).toBe(
    `claude mcp add --transport http --scope user docenda ${MCP_URL} --header "Authorization: Bearer dcd_key+/="`,
  );
});

test("Cursor's file and link hold the same server", () => {
  const server = { url: MCP_URL, headers: { Authorization: "Bearer dcd_key+/=" } };
  expect(JSON.parse(cursor?.text ?? "")).toEqual({ mcpServers: { docenda: server } });
  const link = new URL(cursor?.installLink ?? "");
  expect(link.searchParams.get("name")).toBe("docenda");
  expect(JSON.parse(atob(link.searchParams.get("config") ?? ""))).toEqual(server);
});

test("Codex reads the key from the variable that the text sets", () => {
  const [set, add] = (codex?.text ?? "").split("\n");
  expect(set).toBe("export DOCENDA_API_KEY=dcd_key+/=");
  expect(add).toBe(`codex mcp add docenda --url ${MCP_URL} --bearer-token-env-var DOCENDA_API_KEY`);
});
