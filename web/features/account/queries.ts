import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { answerOf, api } from "#web/api/client.ts";

export function useProfile() {
  return useQuery({ queryKey: ["profile"], queryFn: () => answerOf(api.api.profile.$get()) });
}

export function useMailSettings() {
  return useQuery({
    queryKey: ["profile", "mail-settings"],
    queryFn: () => answerOf(api.api.profile["mail-settings"].$get()),
  });
}

export function useSessions() {
  return useQuery({
    queryKey: ["profile", "sessions"],
    queryFn: async () => (await answerOf(api.api.auth.sessions.$get())).sessions,
  });
}

export function useSignInMethods() {
  return useQuery({
    queryKey: ["profile", "sign-in-methods"],
    queryFn: () => answerOf(api.api.auth["sign-in-methods"].$get()),
  });
}

export type Provider = InferResponseType<
  (typeof api.api.auth)["sign-in-methods"]["$get"]
>["providers"][number];

/** Does an act that needs a fresh sign-in. */
export type WithFreshSignIn = <T>(act: () => Promise<T>) => Promise<T>;

/** The address to which the browser goes to connect a provider. */
export async function linkAddress(provider: Provider): Promise<string> {
  const route = api.api.auth["sign-in-methods"][":provider"].link;
  return (await answerOf(route.$post({ param: { provider } }))).url;
}

export async function unlinkMethod(method: "password" | Provider): Promise<void> {
  await answerOf(api.api.auth["sign-in-methods"][":method"].$delete({ param: { method } }));
}

export function useGrants() {
  return useQuery({
    queryKey: ["oauth-grants"],
    queryFn: async () => (await answerOf(api.api.oauth.grants.$get())).grants,
  });
}

/** Reads again the data that the person's own change has made old. */
export function useReload(): (topic: "profile" | "oauth-grants") => Promise<void> {
  const client = useQueryClient();
  return (topic) => client.invalidateQueries({ queryKey: [topic] });
}
