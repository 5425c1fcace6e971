import type { Ctx } from "#worker/context.ts";
import { PROVIDERS } from "./providers.ts";
import type { Provider } from "./providers.ts";
import { listAccountRows } from "./repo.ts";
import { sessionOf } from "./sessions.ts";

export type SignInMethods = {
  /** Ways to sign in: `password`, `github` or `google`, oldest first. */
  methods: { method: string; createdAt: Date }[];
  /** Providers that are set up here, whether the account has them or not. */
  providers: Provider[];
};

export async function listSignInMethods(ctx: Ctx): Promise<SignInMethods> {
  const rows = await listAccountRows(ctx.db, sessionOf(ctx).userId);
  return {
    methods: rows.map(({ providerId, createdAt }) => ({
      method: providerId === "credential" ? "password" : providerId,
      createdAt,
    })),
    providers: PROVIDERS.filter((provider) => ctx.services.config[provider] !== null),
  };
}
