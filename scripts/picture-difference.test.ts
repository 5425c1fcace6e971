import { chromium } from "playwright";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_ARGS, findChromium } from "#tests/support/chromium.ts";
import { pictureDifference } from "./picture-difference.ts";

describe.skipIf(findChromium() === null)("how different two pictures are", () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: findChromium()!, args: CHROMIUM_ARGS });
    page = await browser.newPage({ viewport: { width: 400, height: 200 } });
  });

  afterAll(() => browser?.close());

  async function shot(style: string, quality = 80, height = 200): Promise<Buffer> {
    await page.setViewportSize({ width: 400, height });
    await page.setContent(
      `<body style="margin:0"><p style="margin:40px">Some words.</p><div style="${style}"></div>`,
    );
    return page.screenshot({ type: "jpeg", quality });
  }

  test("nothing but the compression is nothing; a box is its share; what is missing counts", async () => {
    const plain = await shot("");
    expect(await pictureDifference(page, plain, await shot("", 30))).toBe(0);
    const box = await shot(
      "position:absolute;top:100px;left:200px;width:100px;height:80px;background:#5b4bd6",
    );
    expect(await pictureDifference(page, plain, box)).toBeCloseTo(0.1, 2);
    expect(await pictureDifference(page, plain, await shot("", 80, 400))).toBeCloseTo(0.5, 2);
  });
});
