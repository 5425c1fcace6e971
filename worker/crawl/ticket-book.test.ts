import { expect, it } from "vitest";
import { TicketBook } from "./ticket-book.ts";

it("says that a run is abandoned when no ticket waits and no consumer was heard of for long", () => {
  const book = new TicketBook();
  expect(book.isAbandoned(0)).toBe(true);

  book.sent(0);
  expect(book.isQueued).toBe(true);
  expect(book.isAbandoned(200_000)).toBe(false);
  book.heard(210_000);
  book.begun();
  expect(book.isQueued).toBe(false);
  expect(book.isAbandoned(240_000)).toBe(false);
  expect(book.isAbandoned(250_000)).toBe(true);

  book.begun();
  book.heard(300_000, 480_000);
  expect(book.isAbandoned(470_000)).toBe(false);
  book.ended();
  expect(book.isAbandoned(470_000)).toBe(true);

  book.sent(0);
  expect(book.isAbandoned(301_000)).toBe(true);
  expect(book.isQueued).toBe(false);
});

it("takes a consumer that it has forgotten for one at work, once it is heard of", () => {
  const book = new TicketBook();
  expect(book.isFresh).toBe(true);
  book.heard(1000);
  expect(book.isFresh).toBe(false);
  expect(book.isAbandoned(20_000)).toBe(false);
  book.ended();
  expect(book.isAbandoned(20_000)).toBe(true);
});

it("waits twice as long for each ticket that it has sent again, up to an hour", () => {
  const book = new TicketBook();
  const lostAfter = (from: number): number => {
    book.sent(from);
    let waited = 0;
    while (!book.isAbandoned(from + waited)) waited += 60_000;
    return waited / 60_000;
  };
  expect(Array.from({ length: 6 }, () => lostAfter(0))).toEqual([5, 10, 20, 40, 60, 60]);
});
