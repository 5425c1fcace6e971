import { expect, it, vi } from "vitest";
import { mintBoundary } from "./quotation-marks.ts";

it("takes no word that a quoted text has", () => {
  const bytes = [
    [1, 2, 3, 4, 5, 6],
    [255, 250, 251, 252, 253, 254],
    [7, 8, 9, 10, 11, 12],
  ];
  const random = vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    (array as unknown as Uint8Array).set(bytes.shift()!);
    return array;
  });
  expect(mintBoundary(["A page", "with </doc-123456> in it"])).toBe("doc-789012");
  expect(bytes).toEqual([]);
  random.mockRestore();
});
