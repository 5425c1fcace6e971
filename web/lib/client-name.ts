/** Names of clients that people know by another name than the client's own. */
const KNOWN: Record<string, string> = {
  "claude-ai": "Claude",
  "codex-mcp-client": "Codex",
  "cursor-vscode": "Cursor",
  "gemini-cli-mcp-client": "Gemini CLI",
};

/** The name that people give a client: `Claude Code` for `claude-code`. A name with capitals or spaces stays as it is. */
export function clientName(name: string): string {
  const known = KNOWN[name];
  if (known !== undefined) return known;
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(name)) return name;
  return name
    .split("-")
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(" ");
}
