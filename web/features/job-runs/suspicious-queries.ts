import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { answerOf, api } from "#web/api/client.ts";

const routes = api.api.sources[":id"];

export type SuspiciousPage = InferResponseType<(typeof routes)["suspicious-pages"]["$get"]>["pages"][number];

/** The key begins with the topic of sources, so that another's choice is seen here too. */
const keyOf = (sourceId: string) => ["sources", sourceId, "suspicious-pages"];

/** Pages of a source whose text speaks to models, and the pages that were left out. */
export function useSuspiciousPages(sourceId: string) {
  return useQuery({
    queryKey: keyOf(sourceId),
    queryFn: () => answerOf(routes["suspicious-pages"].$get({ param: { id: sourceId } })),
  });
}

/** Reads the pages again after the person's own change. */
export function useReloadSuspiciousPages(sourceId: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf(sourceId) });
}

export async function leaveOutPage(sourceId: string, url: string): Promise<void> {
  await answerOf(routes["left-out-pages"].$post({ param: { id: sourceId }, json: { url } }));
}

export async function takeInPage(sourceId: string, url: string): Promise<void> {
  await answerOf(routes["left-out-pages"].$delete({ param: { id: sourceId }, query: { url } }));
}
