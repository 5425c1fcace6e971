import { KEY_VARIABLE, SERVER_NAME } from "./install.ts";

/** Names of the tools in Claude Code's list of allowed tools. */
const TOOLS = ["search_documentation", "read_url"]
  .map((tool) => `mcp__${SERVER_NAME}__${SERVER_NAME}_${tool}`)
  .join(",");

const TASK = "Compare our code with the current documentation of its libraries, and list what is deprecated.";

export type CiRecipe = { id: string; name: string; file: string; text: string };

/**
 * Runs without a person, as workflows of GitHub Actions. The key is a secret of the repository, in the environment of the one
 * step that needs it and in no file; the shell puts the key into the configuration.
 */
export function ciRecipes(mcpUrl: string): CiRecipe[] {
  return [
    {
      id: "claude-code",
      name: "Claude Code",
      file: ".github/workflows/agent.yml",
      text: workflow("ANTHROPIC_API_KEY", [
        "npm install --global @anthropic-ai/claude-code",
        `claude mcp add --transport http --scope user ${SERVER_NAME} ${mcpUrl} --header "Authorization: Bearer $${KEY_VARIABLE}"`,
        `claude --print "${TASK}" --allowedTools "${TOOLS}"`,
      ]),
    },
    {
      id: "codex",
      name: "Codex",
      file: ".github/workflows/agent.yml",
      text: workflow("CODEX_API_KEY", [
        "npm install --global @openai/codex",
        `codex mcp add ${SERVER_NAME} --url ${mcpUrl} --bearer-token-env-var ${KEY_VARIABLE}`,
        `codex exec "${TASK}"`,
      ]),
    },
    {
      id: "curl",
      name: "Without an agent",
      file: ".github/workflows/search.yml",
      text: workflow(null, [
        `curl --fail-with-body ${new URL("/api/search", mcpUrl).href} --header "x-api-key: $${KEY_VARIABLE}" --json '{"query": "hono rpc client"}'`,
      ]),
    },
  ];
}

function workflow(modelKey: string | null, commands: string[]): string {
  const secrets = [KEY_VARIABLE, ...(modelKey === null ? [] : [modelKey])];
  return `on: workflow_dispatch
jobs:
  agent:
    runs-on: ubuntu-latest
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@v5
      - env:
${secrets.map((name) => `          ${name}: \${{ secrets.${name} }}`).join("\n")}
        run: |
${commands.map((command) => `          ${command}`).join("\n")}
`;
}

/** The command that puts a key among the secrets of a repository. The `gh` program asks for the key, so that it is in no history. */
export const SECRET_COMMAND = `gh secret set ${KEY_VARIABLE}`;
