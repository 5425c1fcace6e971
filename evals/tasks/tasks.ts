/** One tool call, as a coding agent writes it before it has seen a page. */
export type TaskCall =
  | { tool: "search"; query: string }
  /** A page whose address the agent has from elsewhere, as a path below its corpus. */
  | { tool: "read"; corpus: string; path: string };

export type Task = {
  id: string;
  /** The difficulty of the task, in words for the table. */
  kind: string;
  calls: TaskCall[];
  /** The question in other words, for an answer that misses it; without them the agent reads a page that the answer names. */
  again?: string;
  /** Strings that the answers must hold, compared by `squeeze`. */
  must?: string[];
  /** Whether the right answer is that no indexed source answers: no passage, no credit. */
  isRefused?: boolean;
  /** Whether no source answers, and nothing says so for sure: the answer must say that it may not answer, or send nothing. */
  isDoubted?: boolean;
  /** The version that was asked for and the indexed one, both of which the answer's first lines must name. */
  versions?: { asked: string; indexed: string };
  /** Milliseconds after which the task goes on in the connection of the task before it; the agent still has that task's answers. */
  continuesAfterMs?: number;
};

/** Longer than the time within which a repeated call gets its whole answer again, as for a client that lost it. */
const LONGER_THAN_REPLAYS_MS = 61_000;

const MIDDLEWARE_QUESTION = "react-router data mode middleware redirect to /login when there is no user";

/** Fourteen tasks as coding agents meet them. The strings come from the documentation, the questions do not. */
export const TASKS: Task[] = [
  {
    id: "error",
    kind: "an error message pasted whole",
    calls: [
      {
        tool: "search",
        query:
          "django.core.exceptions.ImproperlyConfigured: Requested setting INSTALLED_APPS, but settings are not configured. You must either define the environment variable DJANGO_SETTINGS_MODULE or call settings.configure() before accessing settings.",
      },
    ],
    must: ["you must call configure() at some point before using any code that reads settings"],
  },
  {
    id: "symptom",
    kind: "a symptom in everyday words",
    calls: [
      {
        tool: "search",
        query:
          "typer: my script has only one command and when I run it with the command's name it takes the name as the argument",
      },
    ],
    again: "typer app with a single command that must still be called by its name",
    must: ["you can just add a callback"],
  },
  {
    id: "option",
    kind: "an option known by its effect",
    calls: [
      {
        tool: "search",
        query: "node.js test runner: two test files share a database and must not run at the same time",
      },
    ],
    must: ["--test-concurrency"],
  },
  {
    id: "table",
    kind: "a fact in a table",
    calls: [
      {
        tool: "search",
        query: "django template date filter format character for the offset of the time zone in seconds",
      },
    ],
    must: ["Time zone offset in seconds", "-43200 to 43200"],
  },
  {
    id: "comment",
    kind: "a fact in a code comment",
    calls: [{ tool: "search", query: 'zod z.coerce.boolean() what does the string "false" parse to' }],
    must: ['schema.parse("false"); // => true'],
  },
  {
    id: "class",
    kind: "a class to import, with its header and its example",
    calls: [
      {
        tool: "search",
        query: "node.js AsyncLocalStorage import and example, one store for each http request",
      },
    ],
    must: [
      "Class: AsyncLocalStorage",
      "import { AsyncLocalStorage } from 'node:async_hooks'",
      "asyncLocalStorage.run(",
    ],
  },
  {
    id: "compare",
    kind: "two options compared",
    calls: [{ tool: "search", query: "git merge -s ours vs -X ours difference" }],
    must: [
      "does not even look at what the other tree contains at all",
      "the resulting tree of the merge is always that of the current branch head",
    ],
  },
  {
    id: "version",
    kind: "what is new in a version that is not indexed",
    calls: [{ tool: "search", query: "what's new in Django 5.1" }],
    versions: { asked: "5.1", indexed: "3.2" },
  },
  {
    id: "foreign",
    kind: "a library that is not indexed, by name",
    calls: [{ tool: "search", query: "kubernetes liveness probe initialDelaySeconds default value" }],
    isRefused: true,
  },
  {
    id: "unnamed",
    kind: "a library that is not indexed, without its name",
    calls: [
      {
        tool: "search",
        query: "how do I drain a node for maintenance without evicting the pods of its daemon sets",
      },
    ],
    isDoubted: true,
  },
  {
    id: "detail",
    kind: "one detail of the largest page",
    calls: [
      {
        tool: "search",
        query: "sqlite3_prepare_v3 flag for a statement that is kept for a long time and reused many times",
      },
    ],
    must: ["SQLITE_PREPARE_PERSISTENT flag is a hint to the query planner"],
  },
  {
    id: "small",
    kind: "a page of 200 tokens",
    calls: [
      { tool: "read", corpus: "better-auth", path: "docs/content/docs/reference/errors/signup_disabled.mdx" },
    ],
    must: ["disableSignUp", "databaseHooks"],
  },
  {
    id: "follow-ups",
    kind: "three follow-ups in one session",
    calls: [
      { tool: "search", query: MIDDLEWARE_QUESTION },
      {
        tool: "search",
        query: "react-router read the user that a middleware has set in a loader, context.get",
      },
      {
        tool: "search",
        query:
          "react-router server middleware does not run on client-side navigation to a route without a loader",
      },
    ],
    must: [
      "middleware: [authMiddleware]",
      'throw redirect("/login")',
      "context.get(userContext)",
      "we force the `authMiddleware` to run on every",
    ],
  },
  {
    id: "again",
    kind: "the first of them asked again, a minute later",
    calls: [{ tool: "search", query: MIDDLEWARE_QUESTION }],
    must: ["middleware: [authMiddleware]", 'throw redirect("/login")'],
    continuesAfterMs: LONGER_THAN_REPLAYS_MS,
  },
];
