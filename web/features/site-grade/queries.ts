import { useQuery } from "@tanstack/react-query";
import type { SiteGradeAnswer } from "#schema/api/site-grades.ts";
import { answerOf, api } from "#web/api/client.ts";
import { ApiError } from "#web/api/errors.ts";
import { queryClient } from "#web/api/query-client.ts";

const REFETCH_MS = 1500;

function keyOf(site: string) {
  return ["site-grade", site];
}

/** The grade of a site, asked for again while it is being made; null when the site has no grade. */
export function useSiteGrade(site: string) {
  return useQuery({
    queryKey: keyOf(site),
    enabled: site !== "",
    queryFn: () => fetchGrade(site),
    refetchInterval: ({ state }) => (state.data?.status === "reading" ? REFETCH_MS : false),
  });
}

/** Begins a grade, or finds the one that the site has. Returns the site's address as the server writes it. */
export async function startGrade(site: string): Promise<string> {
  const answer: SiteGradeAnswer = await answerOf(api.api["site-grades"].$post({ json: { site } }));
  queryClient.setQueryData(keyOf(answer.site), answer);
  return answer.site;
}

async function fetchGrade(site: string): Promise<SiteGradeAnswer | null> {
  try {
    return await answerOf(api.api["site-grades"].$get({ query: { site } }));
  } catch (error) {
    if (error instanceof ApiError && error.code === "not-found") return null;
    throw error;
  }
}
