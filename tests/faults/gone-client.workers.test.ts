import { env, SELF } from "cloudflare:test";
import { expect, it, vi } from "vitest";
import { makeAccount } from "#tests/support/accounts.workers.ts";
import { putSite, requestsTo } from "#tests/support/stub-site.workers.ts";

it("a client that hangs up ends the read of a page at once, and gets back what was held (fault 49)", async () => {
  const logged = vi.spyOn(console, "log");
  const account = await makeAccount();
  const counter = env.CREDIT_COUNTER.getByName(`u_${account.userId}`);
  await putSite("slow.test", { "/page": { isEndless: true, headers: { "content-type": "text/html" } } });
  const client = new AbortController();
  const answer = SELF.fetch("https://docenda.test/api/v1/read", {
    method: "POST",
    headers: { authorization: `Bearer ${account.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ url: "http://slow.test/page" }),
    signal: client.signal,
  });
  await vi.waitFor(async () => expect(await requestsTo("slow.test")).toHaveLength(2), { timeout: 5000 });
  expect(await counter.balance()).toMatchObject({ purchased: 200, reserved: 1 });
  client.abort();
  await expect(answer).rejects.toThrow(/abort/i);
  await vi.waitFor(
    async () => expect(await counter.balance()).toMatchObject({ purchased: 200, reserved: 0 }),
    {
      timeout: 30_000,
    },
  );
  // Not the read's own deadline, which comes after 8 seconds.
  const lines = logged.mock.calls.map(([line]) => String(line));
  expect(lines.find((line) => line.includes("/api/v1/read"))).toContain('"code":"cancelled"');
});
