import { useQuery } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { answerOf, api } from "#web/api/client.ts";

export type DocumentationGap = InferResponseType<
  (typeof api.api)["documentation-gaps"]["$get"]
>["gaps"][number];

/** Questions to the source in the last 30 days that it didn't surely answer. */
export function useGaps(source: string) {
  return useQuery({
    queryKey: ["documentation-gaps", source],
    queryFn: async () => (await answerOf(api.api["documentation-gaps"].$get({ query: { source } }))).gaps,
  });
}
