import { expect, it } from "vitest";
import { PLANS } from "#schema/plans.ts";
import { makeAccount, ctxOf } from "#tests/support/accounts.workers.ts";
import { newBrowser, signedUp } from "#tests/support/browser.workers.ts";
import { createPdfSet } from "#worker/pdf/create-pdf-set.ts";
import { uploadFile } from "#worker/pdf/upload-file.ts";
import { getQuotas } from "./get-quotas.ts";

const BYTES = new TextEncoder().encode("%PDF-1.7\nnot much of a file");

it("says how many bytes, pages and sources of the plan are used, to their owner alone", async () => {
  const account = await makeAccount({ tier: "Basic" });
  const ctx = ctxOf(account);
  const before = await getQuotas(ctx);
  expect(before).toMatchObject({
    plan: "Basic",
    fileBytes: { used: 0 },
    pages: { used: 0, limit: PLANS.Basic.maxPages },
  });
  const { setId } = await createPdfSet(ctx, { displayName: "Manuals" });
  const file = { setId, name: "a.pdf", sizeBytes: BYTES.length };
  const stream = () => new Response(BYTES).body!;
  await uploadFile(ctx, file, stream());
  // The same file again is no second one.
  await uploadFile(ctx, file, stream());
  const { paceFactor } = ctx.services.config;
  const after = await getQuotas(ctx);
  expect(after.fileBytes).toEqual({ used: BYTES.length, limit: PLANS.Basic.maxFileBytes * paceFactor });
  expect(after.sources.used).toBe(before.sources.used + 1);
  expect((await getQuotas(ctxOf(await makeAccount()))).fileBytes.used).toBe(0);
});

it("is asked by who is signed in, and refused to a visitor", async () => {
  const { browser } = await signedUp();
  expect((await browser.get("/api/quotas")).body).toMatchObject({
    plan: "Free",
    fileBytes: { used: 0 },
    pdfPages: { used: 0, limit: PLANS.Free.maxPdfPages },
  });

  expect((await newBrowser().get("/api/quotas")).status).toBe(401);
});
