import { expect, it } from "vitest";
import { withDeadline } from "./with-deadline.ts";

it("gives the result or the error of work that is done in time", async () => {
  expect(await withDeadline(Promise.resolve(7), 10_000)).toBe(7);
  await expect(withDeadline(Promise.reject(new Error("no")), 10_000)).rejects.toThrow("no");
});

it("gives up on work that takes longer", async () => {
  await expect(withDeadline(new Promise(() => {}), 5)).rejects.toMatchObject({ code: "deadline-exceeded" });
});
