import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import termsFile from "#worker/docs-index/phrase-book/terms.txt?url";
import { assetFiles, readText } from "./data-files.ts";

it("reads a file of the deployment by its address, and says so when there is none", async () => {
  const files = assetFiles(env.ASSETS);
  const text = await readText(files, termsFile);
  expect(text.split("\n").length).toBeGreaterThan(1000);
  expect(await readText(files, termsFile)).toBe(text);
  await expect(files.bytes("/assets/gone.bin")).rejects.toMatchObject({
    code: "unavailable",
    data: { retry: true, status: 404 },
  });
});
