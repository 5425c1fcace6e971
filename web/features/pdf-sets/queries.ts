import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { answerOf, api } from "#web/api/client.ts";
import { reach, readJson } from "#web/api/reach.ts";
import { isRunning } from "./set-state.ts";

const routes = api.api["pdf-sets"];

export type PdfSet = InferResponseType<typeof routes.$get>["pdfSets"][number];
export type PdfFile = PdfSet["pdfFiles"][number];

const SETS = ["pdf-sets"];
/** Time after which the figures of a set that is being indexed are asked for again; its states come by the live socket. */
const PROGRESS_MS = 3_000;

/** The sets of the scope, the latest upload first. */
export function usePdfSets() {
  return useQuery({
    queryKey: SETS,
    queryFn: async () => (await answerOf(routes.$get())).pdfSets,
    refetchInterval: ({ state }) => state.data?.some(isRunning) && PROGRESS_MS,
  });
}

/** Reads again everything that a change of a set concerns. */
export function useReloadPdfSets(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ["pdf-sets", "private-index", "job-runs", "sources", "quotas"].map((topic) =>
        client.invalidateQueries({ queryKey: [topic] }),
      ),
    );
}

/** Makes an empty set; returns its id. */
export async function createSet(displayName: string): Promise<string> {
  return (await answerOf(routes.$post({ json: { displayName } }))).setId;
}

export async function indexSet(setId: string): Promise<void> {
  // `reach` and not the typed client, which takes a last segment "index" for the folder itself.
  await readJson(await reach(`/api/pdf-sets/${encodeURIComponent(setId)}/index`, { method: "POST" }));
}

export async function removeSet(setId: string): Promise<void> {
  await answerOf(routes[":setId"].$delete({ param: { setId } }));
}

export async function removeFile(setId: string, name: string): Promise<void> {
  await answerOf(
    routes[":setId"].files[":name"].$delete({ param: { setId, name: encodeURIComponent(name) } }),
  );
}

/** Names of the given files that the set does not have yet. */
export async function missingFiles(
  setId: string,
  files: { name: string; sizeBytes: number }[],
): Promise<ReadonlySet<string>> {
  const { missing } = await answerOf(routes[":setId"].missing.$post({ param: { setId }, json: { files } }));
  return new Set(missing);
}
