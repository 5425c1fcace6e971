import { PRODUCT } from "#schema/values.ts";
import { headerArgument } from "./add-command.ts";
import { inAppData, inHome } from "./client-spec.ts";
import type { ClientSpec } from "./client-spec.ts";
import { authHeaders, KEY_VARIABLE, SERVER_NAME, urlWithKey } from "./install.ts";
import { claudeLink, gooseLink, lmStudioLink, raycastLink } from "./install-link.ts";
import { bridgedServer, mcpServers, remoteServer, typedServer } from "./server-entry.ts";

/** Name of the secret: GitHub shows an agent only secrets whose name begins with COPILOT_MCP_. */
const COPILOT_SECRET = `COPILOT_MCP_${KEY_VARIABLE}`;

/** Applications on the desktop, web sites, and ways that work for any client. */
export const APP_CLIENTS: ClientSpec[] = [
  {
    id: "claude",
    name: "Claude",
    kind: "web",
    link: claudeLink,
    url: (install) => install.mcpUrl,
    steps: [
      "Open Customize, Connectors, press + and choose Add custom connector.",
      `Type the name ${PRODUCT}, paste the address and press Add.`,
      "Press Connect: our page asks you to sign in and what Claude may see.",
      "Switch the connector on in a chat under + and Connectors.",
    ],
    trap: "It needs no key. In a team's plan an owner adds the connector; the free plan has room for one.",
    verify: "Under + and Connectors of a chat the connector has two tools.",
    docsUrl: "https://support.claude.com/en/articles/11175166",
    checkedOn: "2026-11-21",
    source: "claude.com/docs/connectors/building/directory-vs-custom, as public repositories quote it",
  },
  {
    id: "claude-desktop",
    name: "Claude Desktop",
    kind: "desktop",
    link: claudeLink,
    file: {
      paths: inAppData("Claude/claude_desktop_config.json"),
      language: "json",
      config: (install, os) => mcpServers(bridgedServer(install, os)),
    },
    trap: "The file knows only programs that it starts, so it starts mcp-remote, which needs Node. The connector that the link adds needs nothing.",
    verify: "After a restart of the application, + and Connectors shows the server.",
    docsUrl: "https://modelcontextprotocol.io/docs/develop/connect-local-servers",
    checkedOn: "2026-11-21",
    source: "@gleanwork/mcp-config-schema 5.2.0; the README of mcp-remote 0.15.1",
  },
  {
    id: "chatgpt",
    name: "ChatGPT",
    kind: "web",
    url: (install) => install.mcpUrl,
    steps: [
      "Open Settings, Apps, Advanced settings and switch Developer mode on.",
      `Press Create app, type the name ${PRODUCT}, paste the address and choose OAuth.`,
      "Our page asks you to sign in and what ChatGPT may see.",
      "Start a chat, press + and choose the app under More.",
    ],
    trap: "It needs no key. Developer mode needs a paid plan.",
    verify: "The app's page in the settings lists two tools.",
    docsUrl: "https://platform.openai.com/docs/guides/developer-mode",
    checkedOn: "2026-11-21",
    source: "upstash/context7 docs/resources/all-clients.mdx",
  },
  {
    id: "copilot-coding-agent",
    name: "GitHub Copilot coding agent",
    kind: "web",
    file: {
      paths: null,
      language: "json",
      config: (install) =>
        mcpServers({
          type: "http",
          url: install.mcpUrl,
          headers: { Authorization: `Bearer $${COPILOT_SECRET}` },
          tools: ["*"],
        }),
    },
    steps: [
      `In the repository's Settings open Environments, copilot, and add the secret ${COPILOT_SECRET} with your key.`,
      "Open Settings, Copilot, Coding agent, MCP configuration, and paste the configuration.",
    ],
    trap: "Only secrets whose name begins with COPILOT_MCP_ are seen.",
    verify: "The log of the agent's next session lists the server under Start MCP Servers.",
    docsUrl:
      "https://docs.github.com/en/copilot/how-tos/use-copilot-agents/coding-agent/extend-coding-agent-with-mcp",
    checkedOn: "2026-11-21",
    source: "docs.github.com; upstash/context7 docs/resources/all-clients.mdx",
  },
  {
    id: "lm-studio",
    name: "LM Studio",
    kind: "desktop",
    link: lmStudioLink,
    file: {
      paths: inHome(".lmstudio/mcp.json"),
      language: "json",
      config: (install) => mcpServers(remoteServer(install)),
    },
    trap: "Version 0.3.17 or later.",
    verify: "Program, Install shows the server; a chat's plug menu lists two tools.",
    docsUrl: "https://lmstudio.ai/docs/app/mcp",
    checkedOn: "2026-11-21",
    source: "lmstudio.ai/docs/app/mcp/deeplink, as public repositories quote it",
  },
  {
    id: "goose",
    name: "goose",
    kind: "desktop",
    link: gooseLink,
    file: {
      paths: inHome(".config/goose/config.yaml", {
        windows: "%APPDATA%\\Block\\goose\\config\\config.yaml",
      }),
      language: "yaml",
      config: (install) => ({
        extensions: {
          [SERVER_NAME]: {
            name: SERVER_NAME,
            description: "",
            type: "streamable_http",
            uri: install.mcpUrl,
            headers: authHeaders(install),
            enabled: true,
            timeout: 300,
          },
        },
      }),
    },
    trap: "The address is called `uri`.",
    verify: "The list of extensions shows it as enabled. Desktop and CLI read the same file.",
    docsUrl: "https://block.github.io/goose/docs/getting-started/using-extensions",
    checkedOn: "2026-11-21",
    source: "add-mcp 2.4.0; the goose documentation of the GitHub server for the link",
  },
  {
    id: "raycast",
    name: "Raycast",
    kind: "desktop",
    link: raycastLink,
    steps: [
      "Run the command Install MCP Server.",
      "Choose HTTP as the transport and paste the address.",
      "Add the header Authorization with the value Bearer and your key.",
    ],
    url: (install) => install.mcpUrl,
    trap: "The link starts mcp-remote, which needs Node; the form needs nothing.",
    verify: "Manage MCP Servers lists two tools.",
    docsUrl: "https://manual.raycast.com/ai/model-context-protocol",
    checkedOn: "2026-11-21",
    source: "manual.raycast.com/ai/model-context-protocol; the Astro documentation for the link",
  },
  {
    id: "boltai",
    name: "BoltAI",
    kind: "desktop",
    file: { paths: null, language: "json", config: (install, os) => mcpServers(bridgedServer(install, os)) },
    steps: ["Open Settings, Plugins, and paste the configuration."],
    trap: "It starts mcp-remote, which needs Node.",
    verify: "The plugin menu of a chat lists two tools.",
    docsUrl: "https://docs.boltai.com/docs/plugins/mcp-servers",
    checkedOn: "2026-11-21",
    source: "upstash/context7 docs/resources/all-clients.mdx",
  },
  {
    id: "perplexity",
    name: "Perplexity Desktop",
    kind: "desktop",
    file: { paths: null, language: "json", config: (install, os) => bridgedServer(install, os) },
    steps: [
      "Open Settings, Connectors, and press Add Connector.",
      `Choose Advanced, type the name ${PRODUCT}, paste the configuration and save.`,
    ],
    trap: "It starts mcp-remote, which needs Node.",
    verify: "Settings, Connectors shows the connector as running.",
    docsUrl: "https://www.perplexity.ai/help-center/en/articles/11502712",
    checkedOn: "2026-11-21",
    source: "upstash/context7 docs/resources/all-clients.mdx",
  },
  {
    id: "mcporter",
    name: "mcporter",
    kind: "any",
    file: {
      paths: inHome(".mcporter/mcporter.json"),
      projectPath: "config/mcporter.json",
      language: "json",
      config: (install) => mcpServers(typedServer(install, "http")),
    },
    verify: `\`npx mcporter list ${SERVER_NAME}\` shows the two tools.`,
    docsUrl: "https://github.com/steipete/mcporter",
    checkedOn: "2026-11-21",
    source: "add-mcp 2.4.0",
  },
  {
    id: "add-mcp",
    name: "Any of 22 agents, with add-mcp",
    kind: "any",
    command: (install) =>
      `npx -y add-mcp ${install.mcpUrl} --header ${headerArgument(install)} --name ${SERVER_NAME} --global`,
    trap: "It finds the agents of this machine and asks which of them to set up.",
    verify: "`npx -y add-mcp list --global` shows the server.",
    docsUrl: "https://github.com/neondatabase/add-mcp",
    checkedOn: "2026-11-21",
    source: "add-mcp 2.4.0",
  },
  {
    id: "mcp-remote",
    name: "Any client that starts programs",
    kind: "any",
    command: (install) => `npx -y mcp-remote@latest ${install.mcpUrl} --header ${headerArgument(install)}`,
    file: { paths: null, language: "json", config: (install, os) => mcpServers(bridgedServer(install, os)) },
    steps: [
      "Where a client asks for a command, give it the one below; where it asks for JSON, the configuration.",
    ],
    trap: "It needs Node. On Windows `cmd` has to start npx.",
    verify: "Ask the agent which MCP tools it has.",
    docsUrl: "https://github.com/geelen/mcp-remote",
    checkedOn: "2026-11-21",
    source: "the README of mcp-remote 0.15.1",
  },
  {
    id: "address",
    name: "Any client that takes only an address",
    kind: "any",
    url: urlWithKey,
    steps: [
      "Where a client asks for an address and has no field for a header and no sign-in, give it this one.",
    ],
    trap: "The key is in the address, and addresses land in histories. Where a client can send a header or sign you in, let it.",
    verify: "Ask the agent which MCP tools it has.",
    docsUrl: "https://modelcontextprotocol.io",
    checkedOn: "2026-11-21",
    source: "our own endpoint",
  },
];
