import { PRODUCT } from "#schema/values.ts";
import { authHeaders, SERVER_NAME } from "./install.ts";
import type { Install } from "./install.ts";
import { bridgedServer, remoteServer, typedServer } from "./server-entry.ts";

const DESCRIPTION = "Documentation search for coding agents";

/*
 * A link holds the key, so it is made when somebody clicks, and never stands in a page. Without a key there is no link,
 * but for VS Code, which can ask for it, and for Claude, which needs none.
 */

/** The link for Claude on the web, on the desktop and on phones, which asks its user to sign in here: the address holds no key. */
export function claudeLink({ mcpUrl }: Install): string {
  const query = `connectorName=${encodeURIComponent(PRODUCT)}&connectorUrl=${encodeURIComponent(mcpUrl)}`;
  return `https://claude.ai/customize/connectors?modal=add-custom-connector&${query}`;
}

export function cursorLink(install: Install): string | null {
  if (install.apiKey === null) return null;
  return `cursor://anysphere.cursor-deeplink/mcp/install?${namedBase64(remoteServer(install))}`;
}

/** The link for VS Code, which has no `//` behind the scheme. */
export function vscodeLink(install: Install, scheme: "vscode" | "vscode-insiders" = "vscode"): string {
  return `${scheme}:mcp/install?${encodeJson(vscodeServer(install))}`;
}

export function visualStudioLink(install: Install): string | null {
  if (install.apiKey === null) return null;
  return `vsweb+mcp:/install?${encodeJson({ name: SERVER_NAME, ...typedServer(install, "http") })}`;
}

export function lmStudioLink(install: Install): string | null {
  if (install.apiKey === null) return null;
  return `lmstudio://add_mcp?${namedBase64(remoteServer(install))}`;
}

/** The link for Kiro: JSON in the address as it is, not in base64. */
export function kiroLink(install: Install): string | null {
  if (install.apiKey === null) return null;
  const config = { ...remoteServer(install), disabled: false, autoApprove: [] };
  return `https://kiro.dev/launch/mcp/add?name=${SERVER_NAME}&config=${encodeJson(config)}`;
}

export function gooseLink(install: Install): string | null {
  if (install.apiKey === null) return null;
  const fields = [
    ["type", "streamable_http"],
    ["url", install.mcpUrl],
    ["id", SERVER_NAME],
    ["name", PRODUCT],
    ["description", DESCRIPTION],
    ["header", `Authorization=${authHeaders(install).Authorization}`],
  ] as const;
  return `goose://extension?${fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
}

export function traeLink(install: Install): string | null {
  if (install.apiKey === null) return null;
  return `trae://trae.ai-ide/mcp-import?type=http&${namedBase64(remoteServer(install))}`;
}

/** The link for Raycast, which takes servers that Raycast starts itself. Raycast runs on macOS. */
export function raycastLink(install: Install): string | null {
  if (install.apiKey === null) return null;
  return `raycast://mcp/install?${encodeJson({ name: SERVER_NAME, type: "stdio", ...bridgedServer(install, "mac") })}`;
}

/** The server as VS Code's link and command line want it; without a key VS Code asks the person for one, and keeps it safe. */
export function vscodeServer(install: Install): object {
  const server = { name: SERVER_NAME, type: "http", url: install.mcpUrl };
  if (install.apiKey !== null) return { ...server, headers: authHeaders(install) };
  return {
    ...server,
    headers: { Authorization: `Bearer \${input:${SERVER_NAME}-key}` },
    inputs: [
      { type: "promptString", id: `${SERVER_NAME}-key`, description: `${PRODUCT} API key`, password: true },
    ],
  };
}

function encodeJson(value: object): string {
  return encodeURIComponent(JSON.stringify(value));
}

function namedBase64(entry: object): string {
  return `name=${SERVER_NAME}&config=${encodeURIComponent(btoa(JSON.stringify(entry)))}`;
}
