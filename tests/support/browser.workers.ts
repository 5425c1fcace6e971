import { SELF } from "cloudflare:test";
import { newId } from "#worker/platform/ids.ts";
import type { OutgoingMail } from "#worker/platform/mailer.ts";

export const ORIGIN = "https://docenda.test";
export const PASSWORD = "correct horse battery";

export type Answer = { status: number; body: any; headers: Headers };

/** A browser as far as HTTP goes: it keeps cookies, names its origin, and comes from an address of its own. */
export type Browser = {
  ipAddress: string;
  cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** The session's token with its signature, as a program sends it: `Authorization: Bearer`. */
  token(): string;
  /** A callable function's `result`, or the whole answer when it failed. */
  call(name: string, data?: unknown): Promise<any>;
};

let nextAddress = 1;

export function newBrowser(ipAddress = `198.51.${(nextAddress >> 8) & 255}.${nextAddress++ & 255}`): Browser {
  const cookies = new Map<string, string>();
  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await SELF.fetch(new URL(path, ORIGIN), {
      method,
      redirect: "manual",
      headers: {
        "cf-connecting-ip": ipAddress,
        origin: ORIGIN,
        ...(cookies.size > 0 && {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0/i.test(cookie) || value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  }
  return {
    ipAddress,
    cookies,
    send,
    get: (path, headers) => send("GET", path, undefined, headers),
    post: (path, body = {}, headers) => send("POST", path, body, headers),
    token: () => {
      const [, value = ""] = [...cookies].find(([name]) => name.endsWith("session_token")) ?? [];
      return decodeURIComponent(value);
    },
    call: async (name, data = {}) => {
      const { body } = await send("POST", `/api/functions/${name}`, { data });
      return body.result ?? body;
    },
  };
}

/** A browser in which somebody new has just signed up with a password; `isVerified` also verifies the address. */
export async function signedUp(options: { isVerified?: boolean; email?: string } = {}) {
  const browser = newBrowser();
  const email = options.email ?? `${newId("person").toLowerCase()}@example.test`;
  const { status, body } = await browser.post("/api/auth/sign-up", { email, password: PASSWORD });
  if (status !== 200) throw new Error(`sign-up answered ${status} ${JSON.stringify(body)}`);
  if (options.isVerified) await verifyByMail(browser, email);
  return { browser, email, userId: body.user.uid as string };
}

async function verifyByMail(browser: Browser, email: string): Promise<void> {
  const { status } = await browser.post("/api/auth/verify-email", {
    oobCode: codeIn(await lastMail(email, "verify-email")),
  });
  if (status !== 200) throw new Error(`verification answered ${status}`);
}

export type SentMail = Omit<OutgoingMail, "id">;

/** The newest mail of a kind to an address, waiting for the queue to send it. */
export async function lastMail(to: string, template: string): Promise<SentMail> {
  const { env } = await import("cloudflare:test");
  for (let tries = 0; tries < 100; tries += 1) {
    const { objects } = await env.FILES.list({ prefix: "local-mail/" });
    const newestFirst = objects.toSorted((a, b) => b.uploaded.getTime() - a.uploaded.getTime());
    for (const { key } of newestFirst) {
      const mail = await (await env.FILES.get(key))?.json<SentMail>();
      if (mail?.to === to && mail.template === template) return mail;
    }
    await new Promise((settle) => setTimeout(settle, 50));
  }
  throw new Error(`no mail ${template} came`);
}

/** The code in the link of a mail. */
export function codeIn({ text }: SentMail): string {
  return /oobCode=([0-9A-Za-z]+)/.exec(text)?.[1] ?? "";
}
