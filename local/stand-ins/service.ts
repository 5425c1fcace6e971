import { createHash } from "node:crypto";
import { createEmulator, defineEmulator } from "emulate";
import type { EmulatorContext, SeedConfig } from "emulate";
import { freePort } from "../server.ts";
import { signInPage } from "./sign-in-page.ts";

export type Service = {
  /** Address of the service, without a slash at the end. */
  url: string;
  close(): Promise<void>;
};

type App = EmulatorContext<object>["app"];

export type ServiceOptions = {
  service: "github" | "google";
  /** Port of the service; 0 takes any free one. */
  port: number;
  /** Seed in the emulator's form, below the service's name. */
  seed: Record<string, unknown>;
  /** Tokens that work from the start, with their users. */
  tokens?: Record<string, { login: string; scopes?: string[] }>;
  /** Page where a person is asked who they are, and the people to choose from. */
  signIn: { path: string; logins: string[] };
  /** Path at which the service hands out tokens: JSON with `access_token`. */
  tokenPath: string;
  /** Adds routes that answer in place of the emulator, which has every other path. `upstream` asks the emulator itself. */
  extend: (app: App, service: { url: string; upstream: Upstream; tokens: Set<string> }) => void;
  /** Called with each token that is handed out. */
  onToken?: (token: string, upstream: Upstream) => Promise<void>;
  /** The answer to a token that was never handed out, or works no more. */
  refuse: () => Response;
};

export type Upstream = (request: Request, path?: string) => Promise<Response>;

/** Headers of one connection, which say nothing about the next (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = ["connection", "keep-alive", "transfer-encoding", "host", "content-length"];

/**
 * Runs one service of the `emulate` package behind a door of ours, on 127.0.0.1. The door adds what the emulator leaves
 * out: unknown tokens are refused (it takes them for its first user), and answers in JSON have an ETag.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { service, seed, extend } = options;
  const url = `http://127.0.0.1:${await freePort(options.port)}`;
  const innerPort = await freePort(0);
  const tokens = new Set(Object.keys(options.tokens ?? {}));
  const config: SeedConfig = { tokens: options.tokens ?? {}, [service]: seed };
  const inner = await createEmulator({ service, port: innerPort, baseUrl: url, seed: config });
  const upstream: Upstream = (request, path) => forward(request, `http://127.0.0.1:${innerPort}`, path);
  const door = defineEmulator({
    name: service,
    state: () => ({}),
    setup: ({ app }) => {
      app.use(async (c, next) => {
        const token = /^(?:bearer|token)\s+(.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
        return token !== undefined && !tokens.has(token) ? options.refuse() : next();
      });
      app.get(options.signIn.path, async (c) => {
        const page = await upstream(c.req.raw);
        if (!page.ok) return page;
        return c.html(signInPage(await page.text(), c.req.url, options.signIn.logins));
      });
      extend(app, { url, upstream, tokens });
      app.notFound(async (c) => {
        const answer = await upstream(c.req.raw);
        if (c.req.path === options.tokenPath) {
          const { access_token: token } = (await answer.clone().json()) as { access_token?: string };
          if (token) {
            tokens.add(token);
            await options.onToken?.(token, upstream);
          }
        }
        return tagged(c.req.raw, answer);
      });
    },
  });
  const outer = await createEmulator({ service: door, port: Number(new URL(url).port), baseUrl: url });
  return {
    url,
    close: async () => {
      await Promise.all([outer.close(), inner.close()]);
    },
  };
}

async function forward(request: Request, origin: string, path?: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  const answer = await fetch(origin + (path ?? pathname + search), {
    method: request.method,
    headers: endToEnd(request.headers),
    body: hasBody ? await request.arrayBuffer() : undefined,
    redirect: "manual",
  });
  const body = answer.status === 204 || answer.status === 304 ? null : await answer.arrayBuffer();
  return new Response(body, { status: answer.status, headers: endToEnd(answer.headers) });
}

function endToEnd(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of HOP_BY_HOP) kept.delete(name);
  return kept;
}

/** The answer with an ETag, or 304 for a reader who has the same. */
async function tagged(request: Request, answer: Response): Promise<Response> {
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") ?? false;
  if (request.method !== "GET" || answer.status !== 200 || !isJson) return answer;
  const body = await answer.text();
  const etag = `W/"${createHash("sha256").update(body).digest("hex")}"`;
  const isSame = request.headers.get("if-none-match") === etag;
  const headers = new Headers(answer.headers);
  headers.set("etag", etag);
  return new Response(isSame ? null : body, { status: isSame ? 304 : 200, headers });
}
