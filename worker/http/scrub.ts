import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./app-env.ts";

/** Pattern for a key or most of one. */
const KEY_LIKE = /doc_[0-9A-Za-z]{20,}/;

/**
 * The first middleware: takes API keys out of the request's URL, before a log, a trace or an error can see it. Values of `?apiKey=` are
 * kept as `queryKeys` for `findApiKey`.
 */
export const scrub = createMiddleware<AppEnv>(async (c, next) => {
  const { url, queryKeys } = scrubUrl(c.req.raw.url);
  c.set("queryKeys", queryKeys);
  if (url !== c.req.raw.url) c.req.raw = new Request(url, c.req.raw);
  await next();
});

/** The URL without keys, also without misspelt names of the parameter and without keys under any other name. */
export function scrubUrl(raw: string): { url: string; queryKeys: string[] } {
  const url = new URL(raw);
  const queryKeys = url.searchParams.getAll("apiKey");
  const secrets = [...url.searchParams].filter(
    ([name, value]) => /^(x[-_]?)?api[-_]?key$/i.test(name) || KEY_LIKE.test(name) || KEY_LIKE.test(value),
  );
  const path = url.pathname.replace(new RegExp(KEY_LIKE, "g"), "doc_removed");
  if (secrets.length === 0 && path === url.pathname) return { url: raw, queryKeys };
  for (const [name] of secrets) url.searchParams.delete(name);
  url.pathname = path;
  return { url: url.href, queryKeys: queryKeys.filter(Boolean) };
}
