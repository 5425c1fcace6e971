import { expect, it } from "vitest";
import { chosenPlan, destinationAfterSignIn } from "./destination.ts";

const to = (query: string) => destinationAfterSignIn(new URLSearchParams(query), "https://docenda.test");

it("leads to the plan that was chosen, to where one came from, or to the dashboard", () => {
  expect(to("tier=basic")).toBe("/subscribe?tier=basic");
  expect(to("tier=pro")).toBe("/subscribe?tier=pro");
  expect(to("tier=basic&cont=/keys")).toBe("/subscribe?tier=basic&cont=%2Fkeys");
  expect(to("cont=/keys")).toBe("/keys");
  expect(to("")).toBe("/dashboard");
});

it("leads to no other site and to no plan that there is not", () => {
  expect(to("tier=basic&cont=https://evil.test/")).toBe("/subscribe?tier=basic&cont=%2Fdashboard");
  expect(to("tier=gold&cont=//evil.test")).toBe("/dashboard");
  expect(chosenPlan(new URLSearchParams("tier=free"))).toBeNull();
});
