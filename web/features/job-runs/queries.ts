import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import type { PageOutcome } from "#schema/values.ts";
import { answerOf, api } from "#web/api/client.ts";

const routes = api.api["job-runs"];

export type JobRun = InferResponseType<typeof routes.$get>["jobRuns"][number];
export type RunDetail = InferResponseType<(typeof routes)[":id"]["$get"]>;
export type Crawl = NonNullable<RunDetail["crawl"]>;
export type RunPage = InferResponseType<(typeof routes)[":id"]["pages"]["$get"]>["pages"][number];

/** Time after which the figures of a run that goes on are asked for again; its states come by the live socket. */
const PROGRESS_MS = 2_000;
/** Limit on lines read of one run, in parts of 500; a larger run is read one outcome at a time. */
export const MAX_LINES = 10_000;

const RUNS = ["job-runs"];

/** The scope's runs, newest first, 100 at most. */
export function useJobRuns() {
  return useQuery({ queryKey: RUNS, queryFn: async () => (await answerOf(routes.$get())).jobRuns });
}

/** One run with its figures, kept fresh while it goes on. */
export function useJobRun(id: string, isActive: boolean) {
  return useQuery({
    queryKey: [...RUNS, id],
    queryFn: () => answerOf(routes[":id"].$get({ param: { id } })),
    refetchInterval: isActive && PROGRESS_MS,
  });
}

/** The outcome of each URL of a run, in the order of discovery, up to `MAX_LINES`. */
export function useRunPages(id: string, outcome: PageOutcome | undefined) {
  return useQuery({
    queryKey: [...RUNS, id, "pages", outcome ?? "all"],
    queryFn: async () => {
      const pages: RunPage[] = [];
      let cursor: string | undefined;
      do {
        const query = { ...(outcome && { outcome }), ...(cursor && { cursor }) };
        const part = await answerOf(routes[":id"].pages.$get({ param: { id }, query }));
        pages.push(...part.pages);
        cursor = part.cursor ?? undefined;
      } while (cursor !== undefined && pages.length < MAX_LINES);
      return { pages, isCut: cursor !== undefined };
    },
  });
}

/** Reads the runs again after the person's own change. */
export function useReloadRuns(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: RUNS });
}

export async function cancelRun(id: string): Promise<void> {
  await answerOf(routes[":id"].cancel.$post({ param: { id } }));
}

export async function retryRun(id: string): Promise<void> {
  await answerOf(routes[":id"].retry.$post({ param: { id } }));
}
