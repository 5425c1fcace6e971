import { Response } from "miniflare";
import type { Request } from "miniflare";

/**
 * The outside world of the workerd tests: hosts under `.test`, programmed by the tests themselves. A test stores an
 * answer with `PUT http://<host>/<path>` and the header `x-stub: store`, and gets back what it stored on a GET.
 */
const answers = new Map<
  string,
  { status: number; headers: Record<string, string>; body: string; requests: number }
>();

export async function answerAsOrigin(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (!url.hostname.endsWith(".test")) {
    return new Response(`no such host in tests: ${url.hostname}`, { status: 599 });
  }
  if (request.headers.get("x-stub") === "store") {
    const answer = (await request.json()) as {
      status?: number;
      headers?: Record<string, string>;
      body?: string;
    };
    answers.set(url.href, {
      status: answer.status ?? 200,
      headers: answer.headers ?? {},
      body: answer.body ?? "",
      requests: 0,
    });
    return new Response("stored");
  }
  const answer = answers.get(url.href);
  if (request.headers.get("x-stub") === "count") return new Response(String(answer?.requests ?? 0));
  if (!answer) return new Response("not found", { status: 404 });
  answer.requests += 1;
  const etag = answer.headers.etag;
  if (etag && request.headers.get("if-none-match") === etag)
    return new Response(null, { status: 304, headers: answer.headers });
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}
