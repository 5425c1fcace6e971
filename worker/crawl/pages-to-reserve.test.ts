import { expect, it } from "vitest";
import { pagesToReserve } from "./pages-to-reserve.ts";

const RUN = { pageLimit: 500, planPages: 500, searchable: 0, leased: 0, pending: 100, reserved: 0, want: 12 };

it.each([
  ["what the next pages need", {}, { needed: 12, upTo: 12 }],
  ["some ahead of a few", { want: 2 }, { needed: 2, upTo: 10 }],
  ["more ahead of a larger plan", { planPages: 20_000 }, { needed: 12, upTo: 400 }],
  ["beside what is in hand", { searchable: 30, leased: 6, reserved: 40 }, { needed: 48, upTo: 48 }],
  ["no more than the run may have", { pageLimit: 5 }, { needed: 5, upTo: 5 }],
  ["no more than there is to read", { pending: 1, planPages: 50 }, { needed: 1, upTo: 1 }],
  ["nothing where enough is reserved", { searchable: 10, reserved: 22 }, null],
  ["nothing where nothing waits", { pending: 0, searchable: 40 }, null],
  ["nothing where nobody takes any", { want: 0, searchable: 10, reserved: 10 }, null],
])("asks for %s", (_, change, asked) => {
  expect(pagesToReserve({ ...RUN, ...change })).toEqual(asked);
});
