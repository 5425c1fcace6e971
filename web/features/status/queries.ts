import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "#web/api/client.ts";

/** Time between two requests, the same as between two looks of the server. */
const REFETCH_MS = 30_000;
const LAST_KEY = "statusCheckedAt";

/** The status of the service, asked for again while the page is open. The last answer is remembered for when the server gives none. */
export function useStatus() {
  return useQuery({
    queryKey: ["status"],
    queryFn: async () => {
      const status = await answerOf(api.api.status.$get());
      if (status.checkedAt !== null) localStorage.setItem(LAST_KEY, status.checkedAt);
      return status;
    },
    refetchInterval: REFETCH_MS,
  });
}

export type Status = NonNullable<ReturnType<typeof useStatus>["data"]>;

/** ISO time of the newest check that this browser has heard of. */
export function lastHeardOf(): string | null {
  return localStorage.getItem(LAST_KEY);
}
