import { useQuery } from "@tanstack/react-query";
import type { InferRequestType } from "hono/client";
import { answerOf, api } from "#web/api/client.ts";

/** The whole catalog; finding an entry in it is done in the browser. */
export function useCatalog() {
  return useQuery({
    queryKey: ["catalog"],
    queryFn: () => answerOf(api.api.catalog.$get({ query: {} })),
    // The time for which the server lets its answer be kept.
    staleTime: 300_000,
  });
}

/** One library with its versions, by the last part of its address. */
export function useLibrary(slug: string) {
  return useQuery({
    queryKey: ["catalog", slug],
    queryFn: () => answerOf(api.api.catalog.libraries[":slug"].$get({ param: { slug } })),
    staleTime: 300_000,
  });
}

export type Suggestion = InferRequestType<typeof api.api.catalog.suggestions.$post>["json"];

export async function suggest(json: Suggestion) {
  return await answerOf(api.api.catalog.suggestions.$post({ json }));
}
