import { authHeaders, HEADER_VARIABLE, SERVER_NAME } from "./install.ts";
import type { Install, Os } from "./install.ts";
import type { Config } from "./render-config.ts";

/** The configuration `{"mcpServers": {"docenda": …}}`, which most clients read. */
export function mcpServers(entry: Config): Config {
  return { mcpServers: { [SERVER_NAME]: entry } };
}

/** The address and the header, for clients that take a server with a `url` for a remote one. */
export function remoteServer(install: Install): { url: string; headers: { Authorization: string } } {
  return { url: install.mcpUrl, headers: authHeaders(install) };
}

/** The remote server with the client's own word for the transport. */
export function typedServer(install: Install, type: string): Config {
  return { type, ...remoteServer(install) };
}

/**
 * The server for clients that start programs and know no addresses: mcp-remote, fetched by npm, passes everything on. The
 * header has no space in it, because some clients split arguments at spaces; `cmd` finds npx on Windows.
 */
export function bridgedServer(install: Install, os: Os): Config & { command: string; args: string[] } {
  const args = [
    "-y",
    "mcp-remote@latest",
    install.mcpUrl,
    "--header",
    `Authorization:\${${HEADER_VARIABLE}}`,
  ];
  const env = { [HEADER_VARIABLE]: authHeaders(install).Authorization };
  return os === "windows"
    ? { command: "cmd", args: ["/c", "npx", ...args], env }
    : { command: "npx", args, env };
}
