import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { sessionAnswer } from "#schema/api/session.ts";
import type { SessionAnswer } from "#schema/api/session.ts";
import { reach, refusal } from "./client.ts";
import { ApiError } from "./errors.ts";

/** Who is signed in, and which features are on. Signing in and out invalidates it through `useRefreshSession`. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async ({ signal }) => {
    const response = await reach("/api/session", { signal });
    const requestId = response.headers.get("x-request-id");
    const body: unknown = await response.json().catch(() => null);
    if (!response.ok) throw refusal(response.status, body, requestId);
    const parsed = sessionAnswer.safeParse(body);
    if (parsed.success) return parsed.data;
    throw new ApiError("internal", "The answer of the server could not be read.", { requestId });
  },
});

export function useSession() {
  return useQuery(sessionQuery);
}

/** Forgets everything that was read as the person before, and asks again who is here. */
export function useRefreshSession(): () => Promise<SessionAnswer> {
  const queryClient = useQueryClient();
  return async () => {
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== "session" });
    return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  };
}
