import type { BrowserContext, Page } from "playwright";
import type { WebProduct } from "#tests/support/web-product.ts";
import { askAsAgent } from "#tests/web/inhabitant.ts";
import type { Inhabitant } from "#tests/web/inhabitant.ts";
import { settle } from "#tests/web/look.ts";
import { startOwnSite } from "#tests/web/own-site.ts";

/** Milliseconds from the server's answer to the sight of it in another browser. */
export type Seen = { what: string; ms: number }[];

export async function measureSecondBrowser(
  product: WebProduct,
  inhabitant: Inhabitant,
  [first, second]: [BrowserContext, BrowserContext],
): Promise<Seen> {
  const seen: Seen = [];
  const look = async (path: string): Promise<Page> => {
    const page = await second.newPage();
    await page.goto(path);
    await settle(page);
    return page;
  };
  const keys = await look("/keys");
  await first.request.post("/api/functions/createApiKeyCallableV2", {
    data: { data: { name: "elsewhere" } },
    headers: { origin: product.server.url },
  });
  seen.push(await since(keys, "a key made", "elsewhere"));
  await keys.close();

  const activity = await look("/activity");
  const question = `zod transform ${Date.now()}`;
  await askAsAgent(product, inhabitant, [question]);
  seen.push(await since(activity, "an agent's search", question));
  await activity.close();

  const jobs = await look("/resources?tab=jobs");
  const site = await startOwnSite(product, first, "elsewhere");
  seen.push(await since(jobs, "a job started", "elsewhere"));
  const row = jobs.getByRole("row", { name: /elsewhere/ });
  await row.getByText("Complete").waitFor();
  const at = Date.now();
  const { jobRuns } = await (await first.request.get("/api/job-runs")).json();
  const run = jobRuns.find(({ executionId }: { executionId: string }) => executionId === site.runId);
  seen.push({ what: "the job's end", ms: at - new Date(run.endTime).getTime() });
  await site.close();
  await jobs.reload();
  await row.getByText("Complete").waitFor();
  await jobs.close();
  return seen;
}

async function since(page: Page, what: string, text: string) {
  const start = performance.now();
  await page.getByRole("cell", { name: text, exact: true }).first().waitFor();
  return { what, ms: performance.now() - start };
}
