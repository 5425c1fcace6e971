import { readFile } from "node:fs/promises";
import { Response } from "miniflare";
import type { Request } from "miniflare";
import { answerApi } from "../../local/stand-ins/stripe/api.ts";
import { answerAsModel } from "../../local/stand-ins/model.ts";
import { answerPages } from "../../local/stand-ins/stripe/pages.ts";
import { Shop } from "../../local/stand-ins/stripe/shop.ts";
import { STUB_CONTROL } from "./stub-site.workers.ts";
import type { StubAnswer, StubRequest } from "./stub-site.workers.ts";

const sites = new Map<string, { answers: Map<string, StubAnswer>; requests: StubRequest[] }>();

/**
 * The outside world of the workerd tests: hosts under `.test`, which tests program through `stub-site.workers.ts`. Runs in
 * the Node process of vitest; every request that leaves workerd ends here.
 */
export async function answerAsOrigin(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (!url.hostname.endsWith(".test"))
    return new Response(`no such host in tests: ${url.hostname}`, { status: 599 });
  if (url.hostname === STUB_CONTROL) return await control(request, url.pathname.slice(1));

  if (url.hostname === "api.stripe.test") return await answerAsStripe(request);
  if (url.hostname === "model.test") return await answerWithModel(request);

  const site = sites.get(url.host);
  if (!site) return new Response("no such site", { status: 404 });
  site.requests.push({ path: url.pathname + url.search, headers: Object.fromEntries(request.headers) });
  const answer = site.answers.get(url.pathname + url.search);
  const token = request.headers.get("authorization")?.replace("Bearer ", "") ?? "";
  if (!answer || (answer.onlyFor && !answer.onlyFor.includes(token)))
    return new Response("not found", { status: 404 });
  return await respond(answer.first?.shift() ?? answer, request);
}

/** The shop of the workerd tests; its events are not sent, and tests deliver them as they like. */
const shop = new Shop({ url: "https://api.stripe.test", tell: () => {} });

async function answerAsStripe(request: Request): Promise<Response> {
  // Miniflare's Request is the platform's under another name.
  const asked = request as unknown as globalThis.Request;
  const isApi = new URL(request.url).pathname.startsWith("/v1/");
  const answer = isApi ? await answerApi(shop, asked) : await answerPages(shop, asked, () => {});
  return new Response(await answer.arrayBuffer(), {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
  });
}

/** As it comes, since a model writes for a while. */
async function answerWithModel(request: Request): Promise<Response> {
  const { status, headers, body } = await answerAsModel(request as unknown as globalThis.Request);
  return new Response(body as ConstructorParameters<typeof Response>[0], {
    status,
    headers: Object.fromEntries(headers),
  });
}

/** `PUT /<host>` programs a site anew, `PATCH` changes some answers (null takes one away), `GET` lists its requests. */
async function control(request: Request, host: string): Promise<Response> {
  if (request.method === "GET") return Response.json(sites.get(host)?.requests ?? []);
  const changes = (await request.json()) as Record<string, StubAnswer | string | null>;
  const site = (request.method === "PATCH" && sites.get(host)) || { answers: new Map(), requests: [] };
  for (const [path, answer] of Object.entries(changes)) {
    if (answer === null) site.answers.delete(path);
    else site.answers.set(path, typeof answer === "string" ? page(answer) : answer);
  }
  site.requests.length = 0;
  sites.set(host, site);
  return new Response("stored");
}

function page(body: string): StubAnswer {
  return { headers: { "content-type": "text/html; charset=utf-8" }, body };
}

async function respond(answer: StubAnswer, request: Request): Promise<Response> {
  const { status = 200, headers = {} } = answer;
  const isSame =
    (headers.etag !== undefined && request.headers.get("if-none-match") === headers.etag) ||
    (headers["last-modified"] !== undefined &&
      request.headers.get("if-modified-since") === headers["last-modified"]);
  if (isSame) return new Response(null, { status: 304, headers });
  if (answer.file !== undefined) {
    const bytes = await readFile(answer.file).catch(() => null);
    if (bytes) return new Response(bytes, { status, headers });
    process.stdout.write(`Skipped: the tests that need ${answer.file}, which is not on this machine.\n`);
    return new Response("no such file", { status: 404 });
  }
  if (answer.base64 !== undefined)
    return new Response(Buffer.from(answer.base64, "base64"), { status, headers });
  if (answer.isEndless) {
    const start = (body: ReadableStreamDefaultController) => body.enqueue(Buffer.from(answer.body ?? " "));
    return new Response(new ReadableStream({ start }), { status, headers });
  }
  return new Response((answer.body ?? "").repeat(answer.repeat ?? 1), { status, headers });
}
