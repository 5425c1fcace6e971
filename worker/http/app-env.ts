import type { Context } from "hono";
import type { Ctx } from "#worker/context.ts";
import type { PaceAnswer } from "#worker/rate-limits/rate-limiter.ts";
import type { Log } from "#worker/platform/log.ts";

/** A Ctx before it is known who acts. */
export type RequestContext = Omit<Ctx, "actor" | "scope">;

/** What Hono knows about every request. The middlewares of `app.ts` set the variables, before any route. */
export type AppEnv = {
  Bindings: Env;
  Variables: {
    requestId: string;
    log: Log;
    /** API keys that were in the query; `scrub` took them out of the URL. */
    queryKeys: string[];
    /** Of an answer that is the same for everybody; any other is not to be stored. */
    cacheControl?: string;
    /** How the caller stands with the pace of its plan, for the header fields that say so. */
    pace?: PaceAnswer;
    /** What the verbs of this request may touch; made at the first call, the same at every other. */
    requestContext: () => RequestContext;
  };
};

/** Behind `authenticated`, where there is someone who acts. */
export type AuthenticatedEnv = AppEnv & { Variables: { ctx: Ctx } };

/** The context of any handler. */
export type AppContext = Context<AppEnv> | Context<AuthenticatedEnv>;
