import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "#web/api/client.ts";

/** What the documentation of this site says about a question; nothing is asked while there is none. */
export function useSiteSearch(question: string) {
  return useQuery({
    queryKey: ["site-search", question],
    queryFn: () => answerOf(api.api["site-search"].$get({ query: { q: question } })),
    enabled: question !== "",
    // The results of fewer letters stand until those of more letters come.
    placeholderData: keepPreviousData,
    // The documentation changes with a deployment.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

export type SiteResult = NonNullable<ReturnType<typeof useSiteSearch>["data"]>["results"][number];
