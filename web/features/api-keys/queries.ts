import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import type { RollGraceHours } from "#schema/api/api-keys.ts";
import { PERSONAL_SCOPE } from "#schema/values.ts";
import type { KeyScope } from "#schema/values.ts";
import { callFunction } from "#web/api/call-function.ts";
import { answerOf, api } from "#web/api/client.ts";
import { selectedTeamId } from "#web/api/selected-team.ts";
import { msUntilNextEnd } from "./displayed-key.ts";

export type ApiKey = InferResponseType<(typeof api.api)["api-keys"]["$get"]>["apiKeys"][number];
export type NewApiKey = { id: string; name: string; key: string };

const KEYS = ["api-keys"];
/** Margin for a clock here that is ahead of the server's. */
const END_MARGIN_MS = 5_000;

/** The keys of the scope, newest first, revoked ones too. */
export function useApiKeys() {
  return useQuery({
    queryKey: KEYS,
    queryFn: async () => (await answerOf(api.api["api-keys"].$get())).apiKeys,
    // A key that ends by time alone sends no news, so the list is read again after its end.
    refetchInterval: ({ state: { data = [] } }) => {
      const endMs = msUntilNextEnd(data, new Date());
      return endMs === null ? false : endMs + END_MARGIN_MS;
    },
  });
}

/** Reads the list again after the person's own change; changes of others come by the live socket. */
export function useReloadApiKeys(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: KEYS });
}

/** A new key of the scope at hand; the team is named so that a key never goes to another one than the page shows. */
export function createKey(request: { name: string; scope: KeyScope }): Promise<NewApiKey> {
  const teamId = selectedTeamId();
  const team = teamId === PERSONAL_SCOPE ? {} : { teamId };
  return callFunction<NewApiKey>("createApiKeyCallableV2", { ...request, ...team });
}

/** Makes a new key of the same name; the old key works for so many hours more. */
export async function rollKey(id: string, graceHours: RollGraceHours): Promise<NewApiKey> {
  return answerOf(api.api["api-keys"][":id"].roll.$post({ param: { id }, json: { graceHours } }));
}

/** Sets how many credits a key may use per month; null for no limit. */
export async function limitKey(id: string, monthlyCredits: number | null): Promise<void> {
  await answerOf(api.api["api-keys"][":id"].limit.$put({ param: { id }, json: { monthlyCredits } }));
}

export async function revokeKey(keyId: string): Promise<void> {
  await callFunction("revokeApiKeyCallableV2", { keyId });
}

/** The full key; the server wants a fresh sign-in for it. */
export async function revealKey(id: string): Promise<string> {
  return (await answerOf(api.api["api-keys"][":id"].reveal.$post({ param: { id } }))).key;
}
