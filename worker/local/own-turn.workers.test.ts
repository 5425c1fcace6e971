import { expect, it } from "vitest";
import { ownTurn } from "./own-turn.ts";

const REQUESTS = 20;

it("lets requests that came together begin in their order, and workerd look at its connections in between", async () => {
  const begun: number[] = [];
  const turns = new Set<number>();
  let turn = 0;
  let isOver = false;
  const count = async () => {
    for (; !isOver; turn++) await scheduler.wait(0);
  };
  const request = async (number: number) => {
    await ownTurn();
    begun.push(number);
    turns.add(turn);
  };
  const counting = count();
  await Promise.all(Array.from({ length: REQUESTS }, (_, number) => request(number)));
  isOver = true;
  await counting;
  expect(begun).toEqual(begun.map((_, number) => number));
  // A timer ends between two of them as a rule; without turns of their own, all begin at once.
  expect(turns.size).toBeGreaterThan(REQUESTS / 2);
});
