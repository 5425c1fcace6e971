import { refreshSession } from "#web/api/session.ts";

export type Provider = "github" | "google";

/** Name of the channel on which the page at the end of a sign-in tells the outcome; worker/auth/done-page.ts has the same name. */
const CHANNEL = "docenda-sign-in";
const CLOSED_CHECK_MS = 300;
/** Wait after a window has closed: news of a sign-in may come just after. */
const GRACE_MS = 700;

type Done = { type: "docenda-sign-in"; error: string | null; provider: string | null };

/**
 * Signs in at a provider in a window of its own. Resolves to null, or to the catalog's reason for a failure. When the window
 * looks closed but its sign-in succeeds later, the session is asked for all the same: pages of a provider may cut the window
 * off from its opener, which then sees a closed window.
 */
export function signInWithProvider(
  provider: Provider,
  query: Record<string, string>,
): Promise<string | null> {
  const url = `/api/auth/providers/${provider}?${new URLSearchParams(query)}`;
  const popup = window.open(url, CHANNEL, "popup,width=480,height=720");
  if (!popup) return Promise.resolve("popup-blocked");
  return new Promise((settle) => {
    const channel = new BroadcastChannel(CHANNEL);
    let closedSince: number | null = null;
    const watch = setInterval(() => {
      if (!popup.closed) return;
      closedSince ??= Date.now();
      if (Date.now() - closedSince < GRACE_MS) return;
      clearInterval(watch);
      settle("popup-closed-by-user");
    }, CLOSED_CHECK_MS);
    channel.addEventListener("message", ({ data }: MessageEvent<Done>) => {
      if (data?.type !== "docenda-sign-in") return;
      clearInterval(watch);
      channel.close();
      if (data.error === null) void refreshSession().catch(() => {});
      settle(data.error);
    });
  });
}
