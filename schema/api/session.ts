import * as z from "zod/mini";
import { TIERS } from "../values.ts";

/** Answer of `GET /api/session`. A request without a session is no error: `user` is null. */
export const sessionAnswer = z.object({
  user: z.nullable(
    z.object({
      uid: z.string(),
      email: z.string(),
      emailVerified: z.boolean(),
      displayName: z.nullable(z.string()),
      photoURL: z.nullable(z.string()),
      tier: z.enum(TIERS),
      /** Time of sign-up, ISO. */
      createdAt: z.string(),
    }),
  ),
  /** The law of the visitor's country wants a person to tick the box for mails themselves. */
  wantsOwnConsent: z.optional(z.boolean()),
  /** Which features are switched on, by name. */
  flags: z.record(z.string(), z.boolean()),
});

export type SessionAnswer = z.infer<typeof sessionAnswer>;
export type SessionUser = NonNullable<SessionAnswer["user"]>;
