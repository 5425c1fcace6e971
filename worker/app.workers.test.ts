import { SELF } from "cloudflare:test";
import { expect, it } from "vitest";

it("answers on the health route", async () => {
  const response = await SELF.fetch("https://docenda.test/api/health");
  expect(await response.json()).toEqual({ status: "ok" });
});
