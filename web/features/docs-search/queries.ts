import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "#web/api/client.ts";

/** Sections of this site's documentation that answer a question; an empty question asks nothing. */
export function useSiteSearch(question: string) {
  return useQuery({
    queryKey: ["site-search", question],
    queryFn: () => answerOf(api.api["site-search"].$get({ query: { q: question } })),
    enabled: question !== "",
    // The results of fewer letters stay until those of more letters come.
    placeholderData: keepPreviousData,
    // The documentation changes only with a deployment, so answers stay fresh.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

export type SiteResult = NonNullable<ReturnType<typeof useSiteSearch>["data"]>["results"][number];
