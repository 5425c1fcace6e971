import type { Context } from "hono";
import type { Ctx } from "#worker/context.ts";
import type { PaceAnswer } from "#worker/rate-limits/rate-limiter.ts";
import type { Log } from "#worker/platform/log.ts";

/** A Ctx before the actor is known. */
export type RequestContext = Omit<Ctx, "actor" | "scope">;

/** Hono's data about every request. The middlewares of `app.ts` set the variables, before any route. */
export type AppEnv = {
  Bindings: Env;
  Variables: {
    requestId: string;
    log: Log;
    /** API keys from the query; `scrub` took them out of the URL. */
    queryKeys: string[];
    /** Cache-Control of an answer that is the same for everybody; any other answer is not to be stored. */
    cacheControl?: string;
    /** State of the caller's pace under its plan, for the header fields about it. */
    pace?: PaceAnswer;
    /** Everything that the verbs of this request may touch but the actor; made at the first call, the same at every other. */
    requestContext: () => RequestContext;
  };
};

/** Environment behind `authenticated`, where an actor is known. */
export type AuthenticatedEnv = AppEnv & { Variables: { ctx: Ctx } };

/** The context of any handler. */
export type AppContext = Context<AppEnv> | Context<AuthenticatedEnv>;
