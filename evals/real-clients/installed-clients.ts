/** An address of the product and of the model stand-in, for a client that is to use both. */
export type Addresses = { mcpUrl: string; apiKey: string; modelUrl: string; home: string };

/** A client as its package on npm installs it: the files that it wants at home, and how it answers one question without a terminal. */
export type InstalledClient = {
  name: string;
  package: string;
  command: string;
  /** Contents of files below the home folder. */
  files: (at: Addresses) => Record<string, unknown>;
  args: (question: string, at: Addresses) => string[];
  env: (at: Addresses) => Record<string, string>;
};

const SERVER = "docenda";
const bearer = (apiKey: string) => ({ Authorization: `Bearer ${apiKey}` });

export const INSTALLED_CLIENTS: InstalledClient[] = [
  {
    name: "Claude Code",
    package: "@anthropic-ai/claude-code",
    command: "claude",
    files: ({ mcpUrl, apiKey }) => ({
      "mcp.json": { mcpServers: { [SERVER]: { type: "http", url: mcpUrl, headers: bearer(apiKey) } } },
    }),
    args: (question, { home }) => [
      "-p",
      question,
      "--mcp-config",
      `${home}/mcp.json`,
      "--strict-mcp-config",
      "--allowedTools",
      `mcp__${SERVER}`,
    ],
    env: ({ modelUrl, home }) => ({
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CONFIG_DIR: `${home}/.claude`,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    }),
  },
  {
    name: "Codex CLI",
    package: "@openai/codex",
    command: "codex",
    files: ({ mcpUrl, modelUrl }) => ({
      ".codex/config.toml": [
        'model = "stand-in"',
        'model_provider = "standin"',
        'approval_policy = "never"',
        "[model_providers.standin]",
        'name = "standin"',
        `base_url = "${modelUrl}/v1"`,
        'env_key = "STANDIN_KEY"',
        'wire_api = "responses"',
        `[mcp_servers.${SERVER}]`,
        `url = "${mcpUrl}"`,
        'bearer_token_env_var = "DOCENDA_API_KEY"',
      ].join("\n"),
    }),
    args: (question) => ["exec", "--skip-git-repo-check", question],
    env: ({ apiKey }) => ({ STANDIN_KEY: "none", DOCENDA_API_KEY: apiKey }),
  },
  {
    name: "Gemini CLI",
    package: "@google/gemini-cli",
    command: "gemini",
    files: ({ mcpUrl, apiKey }) => ({
      ".gemini/settings.json": {
        mcpServers: { [SERVER]: { httpUrl: mcpUrl, headers: bearer(apiKey), trust: true } },
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
      },
    }),
    args: (question) => ["-y", "-m", "gemini-2.5-pro", "-p", question],
    env: ({ modelUrl }) => ({
      GEMINI_API_KEY: "none",
      GOOGLE_GEMINI_BASE_URL: modelUrl,
      GEMINI_CLI_TRUST_WORKSPACE: "true",
    }),
  },
  {
    name: "opencode",
    package: "opencode-ai",
    command: "opencode",
    files: ({ mcpUrl, apiKey, modelUrl }) => ({
      "work/opencode.json": {
        model: "standin/stand-in",
        provider: {
          standin: {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: `${modelUrl}/v1`, apiKey: "none" },
            models: { "stand-in": { tool_call: true } },
          },
        },
        mcp: { [SERVER]: { type: "remote", url: mcpUrl, oauth: false, headers: bearer(apiKey) } },
        autoupdate: false,
        share: "disabled",
      },
    }),
    args: (question) => ["run", question],
    env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" }),
  },
  {
    name: "Kimi Code",
    package: "@moonshot-ai/kimi-code",
    command: "kimi",
    files: ({ mcpUrl, apiKey }) => ({
      ".kimi-code/mcp.json": { mcpServers: { [SERVER]: { url: mcpUrl, headers: bearer(apiKey) } } },
    }),
    args: (question) => ["-p", question],
    env: ({ modelUrl }) => ({
      KIMI_MODEL_NAME: "stand-in",
      KIMI_MODEL_API_KEY: "none",
      KIMI_MODEL_BASE_URL: `${modelUrl}/v1`,
      KIMI_MODEL_PROVIDER_TYPE: "openai",
      KIMI_MODEL_MAX_CONTEXT_SIZE: "200000",
      KIMI_DISABLE_TELEMETRY: "1",
    }),
  },
];
