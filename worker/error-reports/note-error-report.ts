import * as z from "zod";
import { ERROR_REPORT, ERROR_REPORT_KINDS } from "#schema/api/error-reports.ts";
import { findRoute } from "#schema/routes.ts";
import type { Ctx } from "#worker/context.ts";
import { takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";

export const errorReportInput = z.object({
  kind: z.enum(ERROR_REPORT_KINDS),
  message: z.string().max(ERROR_REPORT.message),
  stack: z.string().max(ERROR_REPORT.stack).optional(),
  /** Path of the page; only which page it is, is kept. */
  path: z.string().max(ERROR_REPORT.path),
  /** File name of the web app's build, which has its hash. */
  build: z.string().max(ERROR_REPORT.build),
});
export type ErrorReport = z.infer<typeof errorReportInput>;

/**
 * Writes an error of somebody's browser into the log, without anything that tells who the visitor was or what they looked at. Anybody may
 * report, a few times an hour.
 */
export async function noteErrorReport(
  ctx: Pick<Ctx, "services" | "caller" | "log">,
  { kind, message, stack, path, build }: ErrorReport,
): Promise<void> {
  await takeNetworkAttempt(ctx, "error-report/network");
  ctx.log.warn("browser error", {
    kind,
    route: findRoute(path)?.path ?? "unknown",
    build: /^[\w.-]+$/.test(build) ? build : "unknown",
    message: withoutPrivate(message),
    stack: stack === undefined ? undefined : withoutPrivate(stack),
  });
}

/** A text without mail addresses, the queries and fragments of URLs, and likely secrets. */
export function withoutPrivate(text: string): string {
  return text
    .replaceAll(/[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,5}/g, "(address)")
    .replaceAll(/[?#][^\s"')]{1,2000}/g, "")
    .replaceAll(/[A-Za-z0-9_-]{24,200}/g, "(secret)");
}
