import { expect, it } from "vitest";
import { countTokens } from "./tokens.ts";

it("finds its table within workerd", () => {
  expect(countTokens("The right piece of documentation, and only that piece.")).toBe(11);
});
