/** A browser as far as HTTP goes, for tests in Node against a running server: cookies, redirects step by step, forms. */
export class WebVisitor {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  readonly #headers: Record<string, string>;

  /** With headers that every request to the origin carries, if there are some. */
  constructor(origin: string, headers: Record<string, string> = {}) {
    this.#origin = origin;
    this.#headers = headers;
  }

  /** What the origin has set, as a `Cookie` header. */
  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async get(url: string): Promise<Response> {
    return this.#ask(url, { method: "GET" });
  }

  async post(url: string, body: unknown = {}): Promise<Response> {
    return this.#ask(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  }

  async delete(url: string): Promise<Response> {
    return this.#ask(url, { method: "DELETE" });
  }

  /** Who is signed in, as `GET /api/session` says. */
  async user(): Promise<any> {
    return ((await (await this.get("/api/session")).json()) as any).user;
  }

  /**
   * Signs in at a provider's stand-in by choosing a person on its page, and comes back; the answer is the page at which the
   * sign-in ends.
   */
  async signInAt(provider: "github" | "google", email: string, query: Record<string, string> = {}) {
    return this.chooseAt(`/api/auth/providers/${provider}?${new URLSearchParams(query)}`, email);
  }

  /** Chooses a person on the stand-in's page to which an address leads; the answer is the page at which that ends. */
  async chooseAt(url: string, email: string): Promise<Response> {
    const chooser = await this.#follow(await this.get(url));
    const html = await chooser.text();
    const form = [...html.matchAll(/<form[^>]*action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/g)].find(
      ([, , inner = ""]) => inner.includes(email),
    );
    if (!form) throw new Error(`${email} is not on the page:\n${html.slice(0, 2000)}`);
    const [, action = "", inner = ""] = form;
    const fields = [...inner.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, decoded(value)],
    );
    const chosen = await this.#ask(new URL(decoded(action), chooser.url).href, {
      method: "POST",
      body: new URLSearchParams(fields),
    });
    return this.#follow(chosen);
  }

  async #follow(response: Response): Promise<Response> {
    let current = response;
    for (let hops = 0; hops < 8; hops += 1) {
      const location = current.headers.get("location");
      if (location === null) return current;
      await current.body?.cancel();
      current = await this.get(new URL(location, current.url).href);
    }
    throw new Error("redirects go on and on");
  }

  async #ask(url: string, init: RequestInit): Promise<Response> {
    const target = new URL(url, this.#origin);
    const headers = new Headers(init.headers);
    if (target.origin === this.#origin) {
      headers.set("origin", this.#origin);
      headers.set("cookie", this.cookies);
      for (const [name, value] of Object.entries(this.#headers)) headers.set(name, value);
    }
    const response = await fetch(target, { ...init, headers, redirect: "manual" });
    if (target.origin !== this.#origin) return response;
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "" || /max-age=0/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }
}

function decoded(html: string): string {
  return html
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x2F;", "/")
    .replaceAll("&amp;", "&");
}
