import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import { answerOf, api } from "#web/api/client.ts";

const route = api.api["version-pins"];

export type Pin = InferResponseType<typeof route.$get>["pins"][number];
export type LockfileName = InferRequestType<typeof route.$put>["json"]["fileName"];

/** Key of the pins, which change with the searchable sources and are told of under the same topic. */
const PINS = ["sources", "version-pins"];

/** The versions that lockfiles name, by ecosystem and name. */
export function usePins() {
  return useQuery({ queryKey: PINS, queryFn: async () => (await answerOf(route.$get())).pins });
}

export function useReloadPins(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: PINS });
}

/** Sends a lockfile and returns how many packages it pins. The pins of an earlier lockfile of the same ecosystem are replaced. */
export async function pinVersions(fileName: LockfileName, text: string): Promise<number> {
  return (await answerOf(route.$put({ json: { fileName, text } }))).pinned;
}

export async function forgetPins(): Promise<void> {
  await answerOf(route.$delete());
}
