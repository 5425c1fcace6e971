import * as z from "zod";
import { INPUT_LIMITS } from "#schema/input-limits.ts";
import { findRoute } from "#schema/routes.ts";
import type { Ctx } from "#worker/context.ts";
import { takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";

/** Reports as browsers send them (W3C, "Reporting API" and "Content Security Policy Level 3", section 5.3), without other fields. */
export const cspReportsInput = z
  .array(
    z.object({
      type: z.string().max(INPUT_LIMITS.name),
      body: z.object({
        documentURL: z.string().max(INPUT_LIMITS.address),
        effectiveDirective: z.string().max(INPUT_LIMITS.name),
        blockedURL: z.string().max(INPUT_LIMITS.address).default(""),
      }),
    }),
  )
  .max(100);

/** Most lines for one request: a page that breaks its policy does so in a few ways, over and over. */
const MOST_NOTED = 5;

/**
 * Writes into the log what the content security policy kept a page from loading: which page, by which rule, and only the host of the
 * refused address, so that nothing tells who the visitor was or what they looked at. Additions of browser extensions to a page are not
 * ours. Anybody may report, a few times an hour.
 */
export async function noteCspReports(
  ctx: Pick<Ctx, "services" | "caller" | "log">,
  reports: z.output<typeof cspReportsInput>,
): Promise<void> {
  await takeNetworkAttempt(ctx, "csp-report/network");
  const lines = reports
    .filter(({ type }) => type === "csp-violation")
    .map(({ body }) => ({
      route: findRoute(URL.parse(body.documentURL)?.pathname ?? "")?.path ?? "unknown",
      directive: /^[a-z-]{1,40}$/.test(body.effectiveDirective) ? body.effectiveDirective : "unknown",
      blocked: blockedBy(body.blockedURL),
    }))
    .filter(({ blocked }) => !blocked.endsWith("-extension"));
  const different = new Map(lines.map((line) => [JSON.stringify(line), line]));
  for (const line of [...different.values()].slice(0, MOST_NOTED)) ctx.log.warn("csp violation", line);
}

/** The refused source: a host, a scheme, or a word of the specification such as `inline`. */
function blockedBy(blocked: string): string {
  const url = URL.parse(blocked);
  if (url)
    return url.hostname && /^https?:|^wss?:/.test(url.protocol) ? url.hostname : url.protocol.slice(0, -1);
  return /^[a-z-]{1,40}$/.test(blocked) ? blocked : "unknown";
}
