export type ClientSetup = {
  id: "claude-code" | "cursor" | "codex";
  name: string;
  /** Where the text goes, in words. */
  where: string;
  text: string;
  /** Opens the client and asks it to add the server. */
  installLink?: string;
  /** What else the client can do, or where people stumble. */
  note: string;
};

/** Name of the server in a client's configuration. */
const SERVER_NAME = "docenda";
const KEY_VARIABLE = "DOCENDA_API_KEY";

/**
 * What to paste into each client so that it finds the server at `mcpUrl`. Formats as the clients' own documentation
 * gives them: Claude Code (name and URL stand before `--header`, which takes many values), Cursor (the link holds the
 * inner object, in base64), Codex (a key comes from a variable alone; `headers` in its configuration is ignored).
 */
export function clientSetups(mcpUrl: string, apiKey: string): ClientSetup[] {
  const authorization = `Bearer ${apiKey}`;
  const cursorServer = { url: mcpUrl, headers: { Authorization: authorization } };
  return [
    {
      id: "claude-code",
      name: "Claude Code",
      where: "In a terminal",
      text: `claude mcp add --transport http --scope user ${SERVER_NAME} ${mcpUrl} --header "Authorization: ${authorization}"`,
      note: "`--scope user` makes it known in every project. Check with `claude mcp list`.",
    },
    {
      id: "cursor",
      name: "Cursor",
      where: "In ~/.cursor/mcp.json, or .cursor/mcp.json of one project",
      text: JSON.stringify({ mcpServers: { [SERVER_NAME]: cursorServer } }, null, 2),
      installLink: `cursor://anysphere.cursor-deeplink/mcp/install?name=${SERVER_NAME}&config=${encodeURIComponent(btoa(JSON.stringify(cursorServer)))}`,
      note: "Then switch the server on under Settings, Tools & MCP.",
    },
    {
      id: "codex",
      name: "Codex",
      where: "In a terminal",
      text: `export ${KEY_VARIABLE}=${apiKey}\ncodex mcp add ${SERVER_NAME} --url ${mcpUrl} --bearer-token-env-var ${KEY_VARIABLE}`,
      note: `Codex reads the key from ${KEY_VARIABLE} each time it starts: put the first line into your shell's profile.`,
    },
  ];
}
