/** One call of an agent. */
export type StoryCall = {
  /** Name by which the site quotes the call. */
  id: string;
  tool: "docenda_search_documentation" | "docenda_read_url";
  arguments: Record<string, unknown>;
  /** Whether the call goes on in the session of the one before. */
  isContinued?: boolean;
  /** Part of the address of the page to read, out of the pages of the answer before; `section` stands in the arguments. */
  readsPage?: string;
};

export type Story = { id: string; corpora: string[]; calls: StoryCall[] };

/** The calls of the site's use cases, as they are made here. */
export const STORIES: Story[] = [
  {
    id: "database-migration",
    corpora: ["postgres"],
    calls: [
      {
        id: "migration-1",
        tool: "docenda_search_documentation",
        arguments: { query: "postgres ALTER TABLE SET NOT NULL full table scan existing CHECK constraint" },
      },
      {
        id: "migration-2",
        tool: "docenda_search_documentation",
        arguments: { query: "postgres add CHECK constraint NOT VALID then VALIDATE CONSTRAINT lock" },
        isContinued: true,
      },
      {
        id: "migration-3",
        tool: "docenda_read_url",
        arguments: { section: "VALIDATE CONSTRAINT" },
        isContinued: true,
        readsPage: "sql-altertable",
      },
    ],
  },
  {
    id: "voice-mcp-server",
    corpora: ["mcp"],
    calls: [
      {
        id: "voice-1",
        tool: "docenda_search_documentation",
        arguments: {
          query:
            "mcp specification 2026-07-28 stateless request without initialize, what each request carries",
        },
      },
      {
        id: "voice-2",
        tool: "docenda_search_documentation",
        arguments: { query: "mcp tools inputSchema outputSchema structuredContent" },
        isContinued: true,
      },
      {
        id: "voice-3",
        tool: "docenda_search_documentation",
        arguments: { query: "mcp tool execution error isError or protocol error", budget: 800 },
        isContinued: true,
      },
    ],
  },
];
