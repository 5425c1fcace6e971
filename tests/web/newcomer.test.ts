import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "#tests/support/chromium.ts";
import { indexPackageDocs, startWebProduct } from "#tests/support/web-product.ts";
import type { WebProduct } from "#tests/support/web-product.ts";
import { beNewTeam } from "./newcomer-team.ts";
import { beNewcomer } from "./newcomer.ts";

describe.skipIf(findChromium() === null)("a newcomer", () => {
  let product: WebProduct;

  beforeAll(async () => {
    product = await startWebProduct("newcomer");
    await indexPackageDocs(product.server, "zod");
  }, 300_000);

  afterAll(() => product?.close());

  test(
    "gets from the home page to a connected agent in six clicks, without typing",
    { timeout: 180_000 },
    async () => {
      const seen: string[] = [];
      const { clicks, typedFields } = await beNewcomer(product, async (step) => void seen.push(step));
      expect(clicks).toBeLessThanOrEqual(6);
      expect(typedFields).toBeLessThanOrEqual(2);
      expect(seen).toHaveLength(6);
    },
  );

  test(
    "gets from the home page to a second member's connected agent in twelve clicks, typing two fields",
    { timeout: 180_000 },
    async () => {
      const seen: string[] = [];
      const { clicks, typedFields, steps } = await beNewTeam(product, async (step) => void seen.push(step));
      expect(clicks).toBeLessThanOrEqual(12);
      expect(typedFields).toBe(2);
      expect(seen).toHaveLength(steps.length + 1);
    },
  );
});
