import { Hono } from "hono";
import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { createMiddleware } from "hono/factory";
import * as z from "zod";
import { agentsIndexInput, writeAgentsIndex } from "#worker/agents-index/write-agents-index.ts";
import { httpCall } from "#worker/calls/agent-call.ts";
import type { AgentTool, Answer, SessionArguments } from "#worker/calls/agent-tool.ts";
import { callTool } from "#worker/calls/call-tool.ts";
import { readDocumentation } from "#worker/calls/read-documentation.ts";
import { searchDocumentation } from "#worker/calls/search-documentation.ts";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { listGaps, listGapsInput } from "#worker/documentation-gaps/list-gaps.ts";
import { draftQuestions, draftQuestionsInput } from "#worker/draft-questions/draft-questions.ts";
import { signEvidence } from "#worker/evidence/sign-evidence.ts";
import { validated } from "#worker/http/validate.ts";
import { readPackFile } from "#worker/packs/read-pack-file.ts";
import { readPackPages, readPackPagesInput } from "#worker/packs/read-pack-pages.ts";
import { lockfileLimit } from "#worker/packages/routes.ts";
import { authenticateMcp } from "#worker/mcp/authenticate-mcp.ts";
import { refusalOf, takePace } from "#worker/rate-limits/take-pace.ts";
import { getJobRun } from "#worker/sources/get-job-run.ts";
import { listJobRuns } from "#worker/sources/list-job-runs.ts";
import { showSources } from "#worker/sources/show-sources.ts";
import { startIndexJob, startIndexJobInput } from "#worker/sources/start-index-job.ts";
import { sourcesAsMarkdown } from "./sources-as-markdown.ts";

/** Admits callers as the MCP endpoint does, with its tokens too: this is another door to the same tools. */
const admitCaller = createMiddleware<AuthenticatedEnv>(async (c, next) => {
  c.set("ctx", await authenticateMcp(c, { endpoint: "/mcp" }));
  await next();
});

const answerOptions = z.object({
  evidence: z.enum(["0", "1"]).optional().describe("1: with a signed evidence receipt of the answer"),
});

const takeCallPace = createMiddleware<AuthenticatedEnv>(async (c, next) => {
  const pace = await takePace(c.var.ctx, "calls");
  c.set("pace", pace);
  const refusal = refusalOf(pace);
  if (refusal) throw refusal;
  await next();
});

/**
 * The tools for programs without MCP; mounted under `/api/v1`. A call is an agent's call: the same arguments, charge, session and
 * replay. Answers are JSON, or the text that an agent reads where `Accept` prefers `text/markdown`.
 */
export const httpApiRoutes = new Hono<AuthenticatedEnv>()
  .post(
    "/search",
    admitCaller,
    takeCallPace,
    validated("query", answerOptions),
    validated("json", searchDocumentation.input),
    (c) => answer(c, searchDocumentation, c.req.valid("json"), c.req.valid("query")),
  )
  .post(
    "/read",
    admitCaller,
    takeCallPace,
    validated("query", answerOptions),
    validated("json", readDocumentation.input),
    (c) => answer(c, readDocumentation, c.req.valid("json"), c.req.valid("query")),
  )
  .get("/sources", admitCaller, async (c) => {
    const sources = await showSources(c.var.ctx);
    return wantsMarkdown(c) ? markdown(c, sourcesAsMarkdown(sources)) : c.json({ sources });
  })
  .post("/agents-index", admitCaller, lockfileLimit, validated("json", agentsIndexInput), async (c) =>
    c.json(await writeAgentsIndex(c.var.ctx, c.req.valid("json"))),
  )
  .get("/draft-questions", admitCaller, takeCallPace, validated("query", draftQuestionsInput), async (c) =>
    c.json({ questions: await draftQuestions(c.var.ctx, c.req.valid("query")) }),
  )
  .get("/gaps", admitCaller, takeCallPace, validated("query", listGapsInput), async (c) =>
    c.json({ gaps: await listGaps(c.var.ctx, c.req.valid("query")) }),
  )
  .get("/packs/pages", admitCaller, takeCallPace, validated("query", readPackPagesInput), async (c) =>
    c.json(await readPackPages(c.var.ctx, c.req.valid("query"))),
  )
  .get("/packs/files/:name", admitCaller, async (c) =>
    c.body(await readPackFile(c.var.ctx, c.req.param("name")), 200, {
      "Content-Type": "application/octet-stream",
    }),
  )
  .get("/index-jobs", async (c) => c.json({ indexJobs: await listJobRuns(c.var.ctx) }))
  .post("/index-jobs", validated("json", startIndexJobInput), async (c) =>
    c.json(await startIndexJob(c.var.ctx, c.req.valid("json")), 202),
  )
  .get("/index-jobs/:id", async (c) => c.json(await getJobRun(c.var.ctx, { runId: c.req.param("id") })));

/** The answer in the caller's format. The facts that JSON has beside the text are in headers of markdown. */
async function answer<Input extends SessionArguments, Found extends { text: string }>(
  c: Context<AuthenticatedEnv>,
  tool: AgentTool<Input, Found>,
  input: unknown,
  options: z.output<typeof answerOptions>,
): Promise<Response> {
  const found: Answer<Found> = await callTool(httpCall(c.var.ctx), tool, input);
  const evidence = options.evidence === "1" ? await signEvidence(c.var.ctx, tool, input, found) : undefined;
  if (!wantsMarkdown(c)) return c.json({ ...tool.typed(found), text: found.text, evidence });
  if (evidence !== undefined) c.header("Docenda-Evidence", evidence);
  if (found.session !== null) c.header("Docenda-Session", found.session);
  c.header("Docenda-Receipt", JSON.stringify(found.receipt));
  return markdown(c, found.text);
}

function wantsMarkdown(c: Context<AuthenticatedEnv>): boolean {
  const supports = ["application/json", "text/markdown"];
  return accepts(c, { header: "Accept", supports, default: "application/json" }) === "text/markdown";
}

function markdown(c: Context<AuthenticatedEnv>, text: string): Response {
  return c.body(`${text}\n`, 200, { "Content-Type": "text/markdown; charset=utf-8" });
}
