import type { ClientSpec, ConfigFile } from "#web/features/install/client-spec.ts";
import { CLIENTS, findClient, instructionsFor } from "#web/features/install/clients.ts";
import { KEY_PLACEHOLDER, OPERATING_SYSTEMS } from "#web/features/install/install.ts";
import type { Install, Os } from "#web/features/install/install.ts";

/** Families of clients, each with a page of the documentation. Clients that are named in no family are in the last families, by kind. */
export const FAMILIES: { slug: string; heading: string; clients: string[] }[] = [
  { slug: "claude", heading: "Claude", clients: ["claude-code", "claude-desktop", "claude"] },
  { slug: "cursor", heading: "Cursor", clients: ["cursor"] },
  {
    slug: "vscode",
    heading: "VS Code and GitHub Copilot",
    clients: ["vscode", "vscode-insiders", "visual-studio", "copilot-cli", "copilot-coding-agent"],
  },
  { slug: "openai", heading: "Codex and ChatGPT", clients: ["codex", "chatgpt"] },
  { slug: "google", heading: "Gemini CLI and Antigravity", clients: ["gemini-cli", "antigravity"] },
  { slug: "jetbrains", heading: "JetBrains", clients: ["jetbrains", "junie"] },
  {
    slug: "editors",
    heading: "More editors",
    clients: ["zed", "kiro", "windsurf", "cline", "roo-code", "kilo-code", "trae"],
  },
  {
    slug: "terminals",
    heading: "More terminal agents",
    clients: (
      "opencode opencode-1 amp droid qwen-code warp devin-cli openclaw grok-build " +
      "crush kimi-code cline-cli mastra-code pi"
    ).split(" "),
  },
  {
    slug: "apps",
    heading: "Desktop apps and anything else",
    clients: [
      "goose",
      "lm-studio",
      "raycast",
      "boltai",
      "perplexity",
      "mcporter",
      "add-mcp",
      "mcp-remote",
      "address",
    ],
  },
];

/** The markdown of each page about clients, by its path, with the address of a server in it and no key. */
export function clientPages(mcpUrl: string): Map<string, string> {
  const install: Install = { mcpUrl, apiKey: null };
  const families = FAMILIES.map(
    ({ slug, heading, clients }) =>
      [`/docs/clients/${slug}`, familyPage(heading, clients.map(clientOf), install)] as const,
  );
  return new Map([["/docs/clients", listPage()], ...families]);
}

function listPage(): string {
  const rows = FAMILIES.flatMap(({ slug, clients }) =>
    clients.map(clientOf).map((client) => {
      const ways = [client.link && "one click", client.command && "command", client.file && "file"];
      const by = ways.filter(Boolean).join(", ") || "by hand";
      return `| [${client.name}](/docs/clients/${slug}#${anchorOf(client)}) | ${by} | ${client.checkedOn} |`;
    }),
  );
  return [
    "---\nsection: Connect\n---",
    `# All clients`,
    `${CLIENTS.length} clients, each with instructions that a test reads back in their own format. Links that open a client with everything filled in may hold your key, so they are made on the [MCP page](/mcp) when you press them, and stand in no page. Checked means compared with the client's own documentation, or with what others publish about it; not each one was tried by hand.`,
    ["| Client | Connected by | Checked on |", "| --- | --- | --- |", ...rows].join("\n"),
    `Yours is not there? Anything that speaks MCP over Streamable HTTP and can send a header works: see [Anything else](/docs/clients/apps#${anchorOf(clientOf("mcp-remote"))}).`,
  ].join("\n\n");
}

function familyPage(heading: string, clients: ClientSpec[], install: Install): string {
  return [
    "---\nsection: Connect\n---",
    `# ${heading}`,
    `Put your key in place of \`${KEY_PLACEHOLDER}\`. You make one under [API Keys](/keys).${
      clients.some((client) => client.link)
        ? " Where a client can be opened with everything filled in, the [MCP page](/mcp) has the button."
        : ""
    }`,
    ...clients.flatMap((client) => clientSection(client, install)),
    "Then [ask something](/docs/quick-start#3-ask). When the agent does not search by itself, give it [a rule](/docs/prompts#a-rule-for-the-agent); when something fails, see [Errors](/docs/errors).",
  ].join("\n\n");
}

function clientSection(client: ClientSpec, install: Install): string[] {
  const { url, steps } = instructionsFor(client, install, "linux");
  return [
    `## ${client.name}`,
    ...(client.link ? [`[Open ${client.name} with everything filled in](/mcp?client=${client.id}).`] : []),
    ...(steps.length > 0 ? [steps.map((step, i) => `${i + 1}. ${step}`).join("\n")] : []),
    ...(url ? ["The address:", fence("text", url)] : []),
    ...commandParts(client, install),
    ...(client.file ? fileParts(client, client.file, install) : []),
    ...(client.trap ? [`> ${client.trap}`] : []),
    `Check: ${client.verify}`,
    `Checked on ${client.checkedOn}. [Its own documentation](${client.docsUrl}).`,
  ];
}

function commandParts(client: ClientSpec, install: Install): string[] {
  const { command } = client;
  if (!command) return [];
  const unix = command(install, "linux");
  const windows = command(install, "windows");
  return [
    "In a terminal:",
    fence("sh", unix),
    ...(windows === unix ? [] : ["On Windows, in PowerShell:", fence("powershell", windows)]),
  ];
}

function fileParts(client: ClientSpec, file: ConfigFile, install: Install): string[] {
  const text = (os: Os) => instructionsFor(client, install, os).file!.text;
  const project = file.projectPath ? ` For one project: \`${file.projectPath}\`.` : "";
  return [
    (file.paths ? `In ${pathWords(file.paths)}.` : "The configuration to paste.") + project,
    fence(file.language, text("linux")),
    ...(text("windows") === text("linux") ? [] : ["On Windows:", fence(file.language, text("windows"))]),
  ];
}

const OS_NAMES: Record<Os, string> = { mac: "macOS", linux: "Linux", windows: "Windows" };

function pathWords(paths: Record<Os, string>): string {
  const real = OPERATING_SYSTEMS.filter((os) => /[~%]/.test(paths[os]));
  const byPath = Map.groupBy(real, (os) => paths[os]);
  const all = [...byPath].map(([path, systems]) =>
    byPath.size === 1 && real.length === OPERATING_SYSTEMS.length
      ? `\`${path}\``
      : `\`${path}\` (${systems.map((os) => OS_NAMES[os]).join(" and ")})`,
  );
  return all.join(", or ");
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function clientOf(id: string): ClientSpec {
  const client = findClient(id);
  if (!client) throw new Error(`There is no client ${id}.`);
  return client;
}

/** The anchor of a client's heading, the same as rehype-slug makes. */
function anchorOf(client: ClientSpec): string {
  return client.name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- ]/gu, "")
    .replaceAll(" ", "-");
}
