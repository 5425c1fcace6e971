/** Time between ticks, as in the cron of wrangler.toml. */
const EVERY_MS = 5 * 60_000;
/** Path at which Cloudflare's tools take a tick on this machine; they never tick by themselves. */
const TICK_PATH = "/cdn-cgi/handler/scheduled";

/**
 * The clock of a copy on this machine: does now and every five minutes what cron does in a deployment, such as refreshing
 * sources, checking the parts of the status page, and cleaning up. A tick that fails is left to the next one.
 */
export function startClock(url: string): void {
  const tick = () => {
    fetch(url + TICK_PATH)
      .then((answer) => answer.body?.cancel())
      .catch(() => {});
  };
  tick();
  setInterval(tick, EVERY_MS).unref();
}
