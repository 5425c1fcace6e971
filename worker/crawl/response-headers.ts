/** Directives of an X-Robots-Tag header for us; a directive behind another robot's name is not for us. */
export function readRobotsHeader(value: string | null): { noIndex: boolean; noFollow: boolean } {
  let isForUs = true;
  const directives = new Set<string>();
  for (const part of (value ?? "").toLowerCase().split(",")) {
    const [, agent, directive = ""] = /^(?:([a-z0-9_-]+)\s*:)?([^]*)$/.exec(part.trim()) ?? [];
    // `unavailable_after: <date>` looks like an agent, and is none.
    if (agent !== undefined && !DIRECTIVES_WITH_VALUE.has(agent)) isForUs = agent === "docendabot";
    if (isForUs) directives.add(directive.trim());
  }
  const isNone = directives.has("none");
  return { noIndex: isNone || directives.has("noindex"), noFollow: isNone || directives.has("nofollow") };
}

/** A Retry-After header in milliseconds from `now`; null when the header is missing or makes no sense. */
export function retryAfterMs(value: string | null, now = Date.now()): number | null {
  if (value === null) return null;
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1000;
  // Date.parse finds a year in "-5".
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/**
 * True when bot protection answered in place of the site, with a test for browsers: `cf-mitigated` of Cloudflare, `x-vercel-mitigated` of
 * Vercel, `x-amzn-waf-action` of AWS, as their documentation names them.
 */
export function isChallenge(headers: Headers): boolean {
  return CHALLENGES.some(([header, values]) => values.includes(headers.get(header) ?? ""));
}

const CHALLENGES: [header: string, values: string[]][] = [
  ["cf-mitigated", ["challenge"]],
  ["x-vercel-mitigated", ["challenge"]],
  ["x-amzn-waf-action", ["challenge", "captcha"]],
];

const DIRECTIVES_WITH_VALUE = new Set([
  "max-snippet",
  "max-image-preview",
  "max-video-preview",
  "unavailable_after",
]);
