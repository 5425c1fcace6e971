import type { ClientKind, ClientSpec } from "./client-spec.ts";
import { APP_CLIENTS } from "./app-clients.ts";
import { EDITOR_CLIENTS } from "./editor-clients.ts";
import { TERMINAL_CLIENTS } from "./terminal-clients.ts";
import { renderConfig } from "./render-config.ts";
import type { ConfigLanguage } from "./render-config.ts";
import { SERVER_NAME } from "./install.ts";
import type { Install, Os } from "./install.ts";

/** All clients, the most used first within each kind. */
export const CLIENTS: readonly ClientSpec[] = [...TERMINAL_CLIENTS, ...EDITOR_CLIENTS, ...APP_CLIENTS];

export const KIND_LABELS: Record<ClientKind, string> = {
  editor: "Editors",
  terminal: "Terminals",
  desktop: "Desktop applications",
  web: "Web",
  any: "Anything that speaks MCP",
};

export function findClient(id: string): ClientSpec | null {
  return CLIENTS.find((client) => client.id === id) ?? null;
}

/** Clients with a link that opens them with everything filled in. */
export function oneClickClients(): ClientSpec[] {
  return CLIENTS.filter((client) => client.link !== undefined);
}

/** One client's instructions with an address and a key filled in, as text. */
export type Instructions = {
  client: ClientSpec;
  command: string | null;
  file: { path: string | null; projectPath: string | null; language: ConfigLanguage; text: string } | null;
  url: string | null;
  steps: string[];
};

/** One client's instructions, without the link, which is made when somebody clicks. */
export function instructionsFor(client: ClientSpec, install: Install, os: Os): Instructions {
  const { file } = client;
  return {
    client,
    command: client.command?.(install, os) ?? null,
    file: file
      ? {
          path: file.paths?.[os] ?? null,
          projectPath: file.projectPath ?? null,
          language: file.language,
          text: renderConfig(file.config(install, os), file.language),
        }
      : null,
    url: client.url?.(install) ?? null,
    steps: client.steps ?? [],
  };
}

/** A rule that tells an agent when to use the tools; for the file that the agent reads at the start of each session. */
export const AGENT_RULE = `Before you use a library, an API or a tool from memory, search its documentation with ${SERVER_NAME}_search_documentation: one specific question a call, with the name of the library. Pass the \`session\` of each answer to the next call, so that nothing is sent twice. Read a page with ${SERVER_NAME}_read_url when a passage is not enough.`;

/** Files in which agents read such a rule. Cursor's file needs a head to be read always. */
export const AGENT_RULE_FILES: readonly { file: string; text: string }[] = [
  { file: "AGENTS.md", text: AGENT_RULE },
  { file: "CLAUDE.md", text: AGENT_RULE },
  { file: `.cursor/rules/${SERVER_NAME}.mdc`, text: `---\nalwaysApply: true\n---\n\n${AGENT_RULE}` },
];
