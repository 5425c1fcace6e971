import { connectDb } from "#worker/platform/db.ts";
import { newId } from "#worker/platform/ids.ts";
import { createLog } from "#worker/platform/log.ts";
import { createServices } from "#worker/services.ts";
import type { DeletionCtx } from "./finish-deletion.ts";

/** The context of a deletion for the clock, which has no request. */
export function deletionCtx(env: Env, waitUntil: DeletionCtx["waitUntil"]): DeletionCtx {
  return {
    db: connectDb(env.DB),
    services: createServices(env),
    log: createLog(),
    now: () => new Date(),
    newId,
    waitUntil,
  };
}
