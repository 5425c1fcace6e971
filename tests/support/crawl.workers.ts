import type { Ctx } from "#worker/context.ts";
import { getJobRun, listRunPages } from "#worker/sources/get-job-run.ts";
import { startIndexJob } from "#worker/sources/start-index-job.ts";
import type { StartIndexJob } from "#worker/sources/start-index-job.ts";

/** Lets a crawl of a stub go fast, and forbids one folder. */
export const ROBOTS = { body: "User-agent: *\nCrawl-delay: 0.02\nDisallow: /docs/private/\n" };

export function page(title: string, body: string, head = ""): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>
<main><h1 id="top">${title}</h1><p>${body}</p></main></body></html>`;
}

export function links(...paths: string[]): string {
  return paths.map((path) => `<a href="${path}">${path}</a>`).join(" ");
}

/** Crawls and gives what became of every URL, by path. */
export async function crawl(ctx: Ctx, input: StartIndexJob) {
  const started = await startIndexJob(ctx, input);
  const run = await untilOver(ctx, started.executionId);
  const { pages } = await listRunPages(ctx, { runId: started.executionId });
  const outcomes = Object.fromEntries(
    pages.map(({ url, outcome }) => [url.replace(/^https?:\/\/[^/]+/, ""), outcome]),
  );
  return { ...started, run, pages, outcomes };
}

/** The run when it has ended. */
export async function untilOver(ctx: Ctx, runId: string) {
  for (;;) {
    const run = await getJobRun(ctx, { runId });
    if (run.status === "COMPLETE" || run.status === "FAILED") return run;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export function indexOf(ctx: Ctx, sourceId: string) {
  return ctx.services.docsIndex({
    owner: ctx.scope.owner,
    indexId: "default",
    sourceId,
    homePrincipal: null,
  });
}
