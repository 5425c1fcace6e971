import { expect, it } from "vitest";
import { systemCtx } from "#tests/support/accounts.workers.ts";
import { readFlags } from "./flags.ts";

it("gives a flag that nobody has set its default, from the simulator", async () => {
  expect(await readFlags(systemCtx())).toEqual({ teams: true });
  expect(await readFlags(systemCtx(), "usr_1")).toEqual({ teams: true });
});

it("asks for the user, so that a part of them can have a feature", async () => {
  const asked: unknown[] = [];
  const flags = {
    getBooleanValue: async (name: string, byDefault: boolean, about?: Record<string, unknown>) => {
      asked.push([name, byDefault, about]);
      return about?.targetingKey === "usr_1";
    },
  };
  const { log } = systemCtx();
  expect(await readFlags({ services: { flags }, log }, "usr_1")).toEqual({ teams: true });
  expect(await readFlags({ services: { flags }, log })).toEqual({ teams: false });
  expect(asked).toEqual([
    ["teams", true, { targetingKey: "usr_1" }],
    ["teams", true, undefined],
  ]);
});

it("goes on with the default when flags cannot be read", async () => {
  const flags = { getBooleanValue: () => Promise.reject(new Error("away")) };
  expect(await readFlags({ services: { flags }, log: systemCtx().log })).toEqual({ teams: true });
});
