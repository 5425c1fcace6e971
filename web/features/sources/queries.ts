import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import { callFunction } from "#web/api/call-function.ts";
import { answerOf, api } from "#web/api/client.ts";
import type { SiteInput } from "./site-input.ts";

export type Source = InferResponseType<typeof api.api.sources.$get>["sources"][number];
export type PrivateIndex = NonNullable<
  InferResponseType<(typeof api.api)["private-index"]["$get"]>["privateIndex"]
>;

export type Quotas = InferResponseType<typeof api.api.quotas.$get>;

/** The sources that the scope may search: its own, then the public ones. */
export function useSources() {
  return useQuery({
    queryKey: ["sources"],
    queryFn: async () => (await answerOf(api.api.sources.$get())).sources,
  });
}

/** The totals of the scope's index; null when nothing is indexed yet. */
export function usePrivateIndex() {
  return useQuery({
    queryKey: ["private-index"],
    queryFn: async () => (await answerOf(api.api["private-index"].$get())).privateIndex,
  });
}

/** The scope's use of its plan. */
export function useQuotas() {
  return useQuery({
    queryKey: ["quotas"],
    queryFn: async () => await answerOf(api.api.quotas.$get()),
  });
}

/** Reads again everything that a new, a refreshed or a removed source has changed. */
export function useReloadSources(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ["sources", "private-index", "job-runs", "quotas"].map((topic) =>
        client.invalidateQueries({ queryKey: [topic] }),
      ),
    );
}

export async function addSite(input: SiteInput): Promise<void> {
  await callFunction("startIndexJobCallable", input);
}

export type PackageInput = InferRequestType<typeof api.api.packages.$post>["json"];

export async function addPackage(input: PackageInput): Promise<void> {
  await answerOf(api.api.packages.$post({ json: input }));
}

export async function refreshSource(id: string): Promise<void> {
  await answerOf(api.api.sources[":id"].refresh.$post({ param: { id } }));
}

export async function removeSource(moduleId: string): Promise<void> {
  await callFunction("removeModuleCallable", { moduleId });
}
