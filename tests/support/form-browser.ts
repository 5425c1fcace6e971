/** A browser of few words: cookies by origin, redirects, and forms that are sent by the text of their button. */
export class FormBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Follows redirects; returns the last answer with its body, and where it came from. */
  async open(url: string, init: RequestInit = {}): Promise<{ url: string; status: number; text: string }> {
    for (let hops = 0; hops < 10; hops += 1) {
      const answer = await this.fetch(url, { ...init, redirect: "manual" });
      const location = answer.headers.get("location");
      if (location === null) return { url, status: answer.status, text: await answer.text() };
      await answer.body?.cancel();
      url = new URL(location, url).href;
      init = {};
    }
    throw new Error(`redirects in circles at ${url}`);
  }

  /** Sends the form whose button says `text`. */
  async press(page: { url: string; text: string }, text: string) {
    const form = page.text
      .split("<form")
      .find((part) => part.includes("<button") && part.slice(part.indexOf("<button")).includes(text));
    if (!form) throw new Error(`no button says "${text}" at ${page.url}`);
    const fields = [...form.matchAll(/<input[^>]* name="([^"]*)" value="([^"]*)"/g)];
    const body = new URLSearchParams(
      fields.map(([, name = "", value = ""]): [string, string] => [name, value.replaceAll("&amp;", "&")]),
    );
    const action = / action="([^"]*)"/.exec(form)?.[1] ?? page.url;
    return await this.open(new URL(action, page.url).href, { method: "POST", body });
  }

  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(url);
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    const headers = new Headers(init.headers);
    if (jar.size > 0) headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    const answer = await fetch(url, { ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }
}
