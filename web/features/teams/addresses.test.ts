import { expect, it } from "vitest";
import { addressesIn } from "./addresses.ts";

it("takes addresses apart, however they were pasted, each once", () => {
  expect(addressesIn(" a@x.test, b@x.test;c@x.test\nb@x.test ")).toEqual([
    "a@x.test",
    "b@x.test",
    "c@x.test",
  ]);
  expect(addressesIn(" , ")).toEqual([]);
});
