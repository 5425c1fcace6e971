import { useQuery, useQueryClient } from "@tanstack/react-query";
import { answerOf, api } from "#web/api/client.ts";

export function useProfile() {
  return useQuery({ queryKey: ["profile"], queryFn: () => answerOf(api.api.profile.$get()) });
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
    queryFn: async () => (await answerOf(api.api.auth["sign-in-methods"].$get())).methods,
  });
}

export function useGrants() {
  return useQuery({
    queryKey: ["oauth-grants"],
    queryFn: async () => (await answerOf(api.api.oauth.grants.$get())).grants,
  });
}

/** Reads again what a change of one's own has made old. */
export function useReload(): (topic: "profile" | "oauth-grants") => Promise<void> {
  const client = useQueryClient();
  return (topic) => client.invalidateQueries({ queryKey: [topic] });
}
