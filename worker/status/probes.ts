import { createMcpHandler } from "agents/mcp/server";
import type { StatusComponentId } from "#schema/api/status.ts";
import { generateKey } from "#worker/api-keys/key-format.ts";
import { listVisibleSources } from "#worker/catalog/route.ts";
import { NO_CALLER, PUBLIC_OWNER } from "#worker/context.ts";
import type { Ctx } from "#worker/context.ts";
import { askIndex } from "#worker/docs-index/packed-candidates.ts";
import { analyzeQuestion } from "#worker/docs-index/terms.ts";
import { createServer } from "#worker/mcp/server.ts";
import { sourceAddressOf } from "#worker/owner.ts";
import { newId, randomBase62 } from "#worker/platform/ids.ts";
import { listRunningSince } from "#worker/sources/list-running.ts";

/** Everything that the checks can touch: the system's context, and the worker's own door. */
export type StatusCtx = Pick<Ctx, "db" | "services" | "log" | "now"> & {
  /** Answers a request like one from outside. */
  ask: (request: Request) => Promise<Response>;
};

/** Time between rounds of the clock; sources are searched in turn, one a round. */
export const CHECK_EVERY_MS = 5 * 60_000;
/** Age from which runs are looked at; one of them must have come further in this time. The slowest host allows a page a minute. */
const CRAWL_PATIENCE_MS = 15 * 60_000;
const MAX_RUNS = 5;
/** Origin of the probes; no request leaves the worker, so the host is nobody's. */
const ORIGIN = "https://status.invalid";

/** Checks of the components: each acts like a caller, and throws when the component does not work. Nothing is charged or changed. */
export const PROBES: Readonly<Record<StatusComponentId, (ctx: StatusCtx) => Promise<void>>> = {
  mcp: checkMcp,
  search: checkSearch,
  crawler: checkCrawler,
  web: checkWeb,
  "sign-in": checkSignIn,
};

/** Checks MCP: the door looks up a key that nobody has and refuses it; behind the door the tools are listed. */
async function checkMcp(ctx: StatusCtx): Promise<void> {
  const refused = await ctx.ask(mcpRequest({ authorization: `Bearer ${generateKey()}` }));
  const { error } = await refused.json<{ error?: unknown }>();
  if (refused.status !== 401 || !error) throw new Error(`the door answered ${refused.status}`);

  const handler = createMcpHandler(() => createServer(systemCall(ctx)), {
    route: "/mcp",
    corsOptions: false,
    allowedOriginHostnames: "*",
  });
  const listed = await handler.fetch(mcpRequest({}));
  const text = await listed.text();
  if (!listed.ok || !text.includes('"inputSchema"')) throw new Error(`tools/list answered ${listed.status}`);
}

function mcpRequest(credentials: Record<string, string>): Request {
  return new Request(`${ORIGIN}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...credentials,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
}

function systemCall(ctx: StatusCtx): Parameters<typeof createServer>[0] {
  return {
    ctx: systemCtx(ctx),
    requestId: "status",
    naming: "docenda",
    connection: null,
    calledTool: null,
    sources: null,
    isStructured: false,
    isEvidenced: false,
    toolset: null,
  };
}

function systemCtx({ db, services, log, now }: StatusCtx): Ctx {
  return {
    actor: { kind: "system" },
    caller: NO_CALLER,
    scope: { owner: { kind: "user", id: "status" } },
    db,
    services,
    log,
    now,
    newId,
    waitUntil: () => {},
  };
}

/** Checks the search: a question with one public source's name, to the catalog and to the source's index. */
async function checkSearch(ctx: StatusCtx): Promise<void> {
  const { services, now } = ctx;
  const sources = await listVisibleSources(systemCtx(ctx), "public");
  const source = sources[Math.floor(now().getTime() / CHECK_EVERY_MS) % sources.length];
  const question = source?.name ?? "documentation";
  const { terms } = analyzeQuestion(question);
  const [vector] = await Promise.all([
    services.embedder.embedQuery(question),
    services.catalog(PUBLIC_OWNER).findSources(
      terms.map(({ term }) => term),
      1,
    ),
  ]);
  if (!source) return;
  const index = services.docsIndex(sourceAddressOf(source));
  const found = await askIndex(index, { terms, vector, embedderId: services.embedder.id, limit: 1 });
  if (found.stats.chunks === 0) throw new Error(`the index of ${source.id} is empty`);
}

/** Checks the crawler: the oldest runs tell whether the queue is read: when none of them comes further, nobody reads it. */
async function checkCrawler(ctx: StatusCtx): Promise<void> {
  const now = ctx.now().getTime();
  const runs = await listRunningSince(ctx, new Date(now - CRAWL_PATIENCE_MS), MAX_RUNS);
  const states = await Promise.all(runs.map(({ runId }) => ctx.services.crawlRun(runId).status()));
  const agesMs = states.filter((state) => state !== null).map(({ progressAt }) => now - progressAt);
  if (agesMs.length > 0 && Math.min(...agesMs) > CRAWL_PATIENCE_MS)
    throw new Error(`no page in ${Math.round(Math.min(...agesMs) / 60_000)} minutes`);
}

/** Checks the web: a page of the web app, with the script that draws it. */
async function checkWeb(ctx: StatusCtx): Promise<void> {
  const response = await ctx.ask(new Request(`${ORIGIN}/login`, { headers: { accept: "text/html" } }));
  const html = await response.text();
  if (!response.ok || !html.includes('id="root"')) throw new Error(`a page answered ${response.status}`);
}

/** Checks the sign-in: the session of a token that nobody has is looked up, and there is none. */
async function checkSignIn(ctx: StatusCtx): Promise<void> {
  const headers = { authorization: `Bearer ${randomBase62(32)}` };
  const response = await ctx.ask(new Request(`${ORIGIN}/api/session`, { headers }));
  const { user } = await response.json<{ user?: unknown }>();
  if (!response.ok || user !== null) throw new Error(`the session answered ${response.status}`);
}
