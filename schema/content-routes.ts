import type { RouteInfo } from "./routes.ts";

const PAGES = [
  {
    path: "/docs",
    kind: "public",
    title: "Docs",
    description: "What Docenda does for a coding agent, and where to read on.",
  },
  {
    path: "/docs/quick-start",
    kind: "public",
    title: "Quick start",
    description: "From no account to the first answer in your agent, in three steps.",
  },
  {
    path: "/docs/clients",
    kind: "public",
    title: "All clients",
    description: "Exact instructions for each client, with the day on which they were checked.",
  },
  {
    path: "/docs/clients/claude",
    kind: "public",
    title: "Claude",
    description: "Connect Claude Code, Claude Desktop and Claude on the web.",
  },
  {
    path: "/docs/clients/cursor",
    kind: "public",
    title: "Cursor",
    description: "Connect Cursor with one click or by its file.",
  },
  {
    path: "/docs/clients/vscode",
    kind: "public",
    title: "VS Code and GitHub Copilot",
    description: "Connect VS Code, its Insiders, Visual Studio, and Copilot's CLI and coding agent.",
  },
  {
    path: "/docs/clients/openai",
    kind: "public",
    title: "Codex and ChatGPT",
    description: "Connect Codex by a command or its file, and ChatGPT as an app.",
  },
  {
    path: "/docs/clients/google",
    kind: "public",
    title: "Gemini CLI and Antigravity",
    description: "Connect Gemini CLI and Antigravity.",
  },
  {
    path: "/docs/clients/jetbrains",
    kind: "public",
    title: "JetBrains",
    description: "Connect JetBrains AI Assistant and Junie.",
  },
  {
    path: "/docs/clients/editors",
    kind: "public",
    title: "More editors",
    description: "Connect Zed, Kiro, Windsurf, Cline, Roo Code, Kilo Code and TRAE.",
  },
  {
    path: "/docs/clients/terminals",
    kind: "public",
    title: "More terminal agents",
    description: "Connect opencode, Amp, Droid, Qwen Code, Warp and other agents that run in a terminal.",
  },
  {
    path: "/docs/clients/apps",
    kind: "public",
    title: "Desktop apps and anything else",
    description: "Connect goose, LM Studio, Raycast and other applications, or any client that speaks MCP.",
  },
  {
    path: "/docs/tools",
    kind: "public",
    title: "Tools",
    description: "The two tools: what they take, what they answer, and what an answer looks like.",
  },
  {
    path: "/docs/prompts",
    kind: "public",
    title: "Prompts",
    description:
      "The two prompts, search_docs and my_docs, and a rule that makes an agent search on its own.",
  },
  {
    path: "/docs/chat",
    kind: "public",
    title: "Chat",
    description:
      "Ask your docs in the browser: how answers are checked, what they cost, and how to use your own model.",
  },
  {
    path: "/docs/sessions",
    kind: "public",
    title: "Sessions",
    description:
      "How a session keeps passages from being sent twice, with clients of both protocol generations.",
  },
  {
    path: "/docs/indexing",
    kind: "public",
    title: "Indexing your documentation",
    description: "Start an indexing job, follow it page by page, and choose what is read.",
  },
  {
    path: "/docs/credits",
    kind: "public",
    title: "Credits and limits",
    description: "What a call costs and when it costs nothing, what each plan holds, and every limit.",
  },
  {
    path: "/docs/cli",
    kind: "public",
    title: "Command line",
    description: "Search, read, and index from a terminal or CI, and serve MCP over stdio.",
  },
  {
    path: "/docs/agents-md",
    kind: "public",
    title: "AGENTS.md index",
    description:
      "Tell every agent in a repository which libraries are pinned and where their documentation begins.",
  },
  {
    path: "/docs/evaluation",
    kind: "public",
    title: "Evaluate your documentation",
    description: "Check in CI that your own questions still get their answers from your documentation.",
  },
  {
    path: "/docs/gaps",
    kind: "public",
    title: "Documentation gaps",
    description:
      "See what agents asked your documentation and didn't find, grouped, with a draft issue for each.",
  },
  {
    path: "/docs/receipts",
    kind: "public",
    title: "Evidence receipts",
    description: "Prove which passages an answer held, from which pages, and when they were fetched.",
  },
  {
    path: "/docs/http-api",
    kind: "public",
    title: "HTTP API",
    description: "Search and read over plain HTTP, with examples in curl, TypeScript, and Python.",
  },
  {
    path: "/docs/errors",
    kind: "public",
    title: "Errors",
    description: "What each error says, over MCP and over HTTP, and what to do about it.",
  },
  {
    path: "/docs/self-hosting",
    kind: "public",
    title: "Self-hosting",
    description: "Run all of it on one machine with npm start, or deploy it to your own Cloudflare account.",
  },
  { path: "/blog", kind: "public", title: "Blog", description: "How Docenda is built and measured." },
  {
    path: "/blog/how-make-search-good",
    kind: "public",
    title: "How we make search good",
    description:
      "Recall and tokens, measured beside what else an agent could use, and where the others are better.",
  },
  {
    path: "/blog/how-does-ref-mcp",
    kind: "public",
    title: "How sessions work over MCP",
    description: "Why a documentation server wants a memory, and how to have one when the protocol has none.",
  },
  {
    path: "/use-case/database-migration",
    kind: "public",
    title: "Database migration",
    description: "An agent makes a column of a large PostgreSQL table not null while the shop stays open.",
  },
  {
    path: "/use-case/voice-mcp-server",
    kind: "public",
    title: "Voice MCP server",
    description:
      "An agent builds an MCP server for a voice assistant against a specification newer than its memory.",
  },
  {
    path: "/evaluation",
    kind: "public",
    title: "Evaluation",
    description: "What Docenda answers, what it misses, and what it costs, measured beside the alternatives.",
  },
  {
    path: "/privacy",
    kind: "public",
    title: "Privacy",
    description: "What is stored for each account, key and question, and for how long.",
  },
  {
    path: "/crawler",
    kind: "public",
    title: "Our crawler",
    description:
      "What DocendaBot reads, how often it asks, and how to allow it, slow it down, or keep it out.",
  },
  {
    path: "/terms",
    kind: "public",
    title: "Terms",
    description: "What you may do with Docenda, what you pay for, and what we promise.",
  },
  {
    path: "/conf",
    kind: "public",
    title: "Conf",
    description: "One command, one key, and where the figures of the talk come from.",
    isUnlisted: true,
  },
] as const satisfies readonly RouteInfo[];

export type ContentPath = (typeof PAGES)[number]["path"];

/**
 * Pages whose words are texts in web/content, one file each under the same path; scripts/content compiles them. The titles
 * are those of the texts, and the order is that of the navigation of the documentation.
 */
export const CONTENT_ROUTES: readonly (RouteInfo & { path: ContentPath })[] = PAGES.map((page) => ({
  ...page,
  image: previewImage(page.path),
}));

/** Path at which the build puts the picture that a link preview shows. */
export function previewImage(path: string): string {
  return `/og/${path === "/" ? "home" : path.slice(1).replaceAll("/", "-")}.png`;
}
