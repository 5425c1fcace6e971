import { authHeaders, KEY_VARIABLE, keyOf, SERVER_NAME } from "./install.ts";
import type { Install, Os } from "./install.ts";
import { vscodeServer } from "./install-link.ts";

/**
 * The header as an argument. Our keys and addresses hold nothing that a shell would read, so double quotes are right in bash,
 * zsh and PowerShell.
 */
export function headerArgument(install: Install): string {
  return `"Authorization: ${authHeaders(install).Authorization}"`;
}

/** The command for Claude Code. Name and URL stand before `--header`, which takes many values and would swallow them. */
export function claudeCodeCommand(install: Install): string {
  return `claude mcp add --transport http --scope user ${SERVER_NAME} ${install.mcpUrl} --header ${headerArgument(install)}`;
}

/** The command for Codex, which reads the key from a variable each time it starts; `setx` keeps the variable for every later terminal. */
export function codexCommand(install: Install, os: Os): string {
  const set =
    os === "windows" ? `setx ${KEY_VARIABLE} ${keyOf(install)}` : `export ${KEY_VARIABLE}=${keyOf(install)}`;
  return `${set}\ncodex mcp add ${SERVER_NAME} --url ${install.mcpUrl} --bearer-token-env-var ${KEY_VARIABLE}`;
}

/**
 * The command for VS Code. PowerShell takes the quotes of an argument away on its way to `code.cmd`, unless a backslash stands
 * before them.
 */
export function vscodeCommand(install: Install, os: Os): string {
  const json = JSON.stringify(vscodeServer(install));
  return `code --add-mcp '${os === "windows" ? json.replaceAll('"', String.raw`\"`) : json}'`;
}
