import { expect, it } from "vitest";
import { TurnLine } from "./turn-line.ts";

const PIECES = 20;

it("lets work that came together begin in its order, and workerd look at its connections in between", async () => {
  const line = new TurnLine();
  const begun: number[] = [];
  const turns = new Set<number>();
  const clock = { turn: 0, isOver: false };
  const count = async () => {
    for (; !clock.isOver; clock.turn++) await scheduler.wait(0);
  };
  const work = async (number: number) => {
    await line.turn();
    begun.push(number);
    turns.add(clock.turn);
  };
  const counting = count();
  await Promise.all(Array.from({ length: PIECES }, (_, number) => work(number)));
  clock.isOver = true;
  await counting;
  expect(begun).toEqual(begun.map((_, number) => number));
  // A timer ends between two of them as a rule; without turns of their own, all begin at once.
  expect(turns.size).toBeGreaterThan(PIECES / 2);
});
