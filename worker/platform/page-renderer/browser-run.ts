import { AppError } from "#worker/errors.ts";
import type { PageRenderer } from "./page-renderer.ts";

/** What we use of the binding of Browser Run (once Browser Rendering); tests give one made by hand. */
export type BrowserBinding = {
  quickAction(action: "content", options: BrowserRunContentOptions): Promise<Response>;
};

/** A lease on a page lasts a minute (worker/crawl/frontier.ts), and the page is still to be read and stored after it. */
const LOAD_LIMIT_MS = 20_000;
/** As much as is read of a page that comes without a browser. */
const MAX_HTML_CHARACTERS = 5_000_000;

/** Renders by Cloudflare's own browsers, outside of our network; each second of them costs money. */
export function browserRunRenderer(browser: BrowserBinding, userAgent: string): PageRenderer {
  return {
    async render(url) {
      const response = await browser.quickAction("content", {
        url,
        userAgent,
        gotoOptions: { waitUntil: "networkidle2", timeout: LOAD_LIMIT_MS },
        // What has come when the time is over is often the text already.
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
