import { INPUT_LIMITS } from "#schema/input-limits.ts";
import type { GenericOAuthConfig } from "better-auth/plugins";
import * as z from "zod";
import type { Config, GitHubConfig } from "#worker/platform/config.ts";

export const PROVIDERS = ["github", "google"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The shape of GitHub's profile; any other answer is no profile. */
const gitHubUser = z.object({
  id: z.number(),
  login: z.string().max(INPUT_LIMITS.name),
  name: z.string().max(INPUT_LIMITS.foreignWords).nullish(),
  avatar_url: z
    .url({ protocol: /^https?$/ })
    .max(INPUT_LIMITS.address)
    .nullish()
    .catch(null),
});
const gitHubEmails = z
  .array(
    z.object({ email: z.email().max(INPUT_LIMITS.mailAddress), primary: z.boolean(), verified: z.boolean() }),
  )
  .max(1000);

/** Providers that are set up, in better-auth's form. */
export function providerConfigs({ github, google }: Pick<Config, "github" | "google">): GenericOAuthConfig[] {
  return [
    ...(github ? [gitHub(github)] : []),
    ...(google
      ? [
          {
            providerId: "google",
            clientId: google.clientId,
            clientSecret: google.clientSecret,
            discoveryUrl: google.discoveryUrl,
            scopes: ["openid", "email", "profile"],
            prompt: "select_account" as const,
            pkce: true,
          },
        ]
      : []),
  ];
}

function gitHub({ clientId, clientSecret, webUrl, apiUrl }: GitHubConfig): GenericOAuthConfig {
  return {
    providerId: "github",
    clientId,
    clientSecret,
    authorizationUrl: `${webUrl}/login/oauth/authorize`,
    tokenUrl: `${webUrl}/login/oauth/access_token`,
    scopes: ["read:user", "user:email"],
    pkce: true,
    getUserInfo: async ({ accessToken }) => {
      const read = async (path: string) => {
        const response = await fetch(apiUrl + path, {
          headers: {
            authorization: `Bearer ${accessToken}`,
            accept: "application/vnd.github+json",
            "user-agent": "Docenda",
          },
        });
        return response.ok ? response.json() : (await response.body?.cancel(), null);
      };
      const [user, emails] = await Promise.all([read("/user"), read("/user/emails")]);
      const profile = gitHubUser.safeParse(user);
      // The address of the public profile may be anyone's: only this list tells which addresses are verified.
      const addresses = gitHubEmails.safeParse(emails);
      const address = addresses.data?.find(({ primary }) => primary) ?? addresses.data?.[0];
      if (!profile.success || !address) return null;
      return {
        id: String(profile.data.id),
        name: profile.data.name ?? profile.data.login,
        email: address.email,
        emailVerified: address.verified,
        image: profile.data.avatar_url ?? undefined,
      };
    },
  };
}
