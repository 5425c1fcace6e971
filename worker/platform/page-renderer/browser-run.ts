import { AppError } from "#worker/errors.ts";
import type { PageRenderer } from "./page-renderer.ts";

/** Used part of the binding of Browser Run (once Browser Rendering); tests give a stub. */
export type BrowserBinding = {
  quickAction(action: "content", options: BrowserRunContentOptions): Promise<Response>;
};

/** Limit on loading: a lease on a page lasts a minute (worker/crawl/frontier.ts), and reading and storing follow. */
const LOAD_LIMIT_MS = 20_000;
/** Limit on HTML, the same as for a page read without a browser. */
const MAX_HTML_CHARACTERS = 5_000_000;

/** Renderer with Cloudflare's own browsers, outside our network; each second costs money. */
export function browserRunRenderer(browser: BrowserBinding, userAgent: string): PageRenderer {
  return {
    async render(url) {
      const response = await browser.quickAction("content", {
        url,
        userAgent,
        gotoOptions: { waitUntil: "networkidle2", timeout: LOAD_LIMIT_MS },
        // The content at the time limit is often the text already.
        bestAttempt: true,
        rejectResourceTypes: ["image", "media", "font"],
      });
      const answer = response.ok ? await response.json<unknown>() : null;
      const html = answer && typeof answer === "object" && "result" in answer ? answer.result : null;
      if (typeof html !== "string" || html.length > MAX_HTML_CHARACTERS)
        throw new AppError("unavailable", "The browser that renders pages did not give this one.", {
          data: { status: response.status },
        });
      return html;
    },
  };
}
