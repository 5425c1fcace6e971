import { expect, it } from "vitest";
import { IsolateRoom } from "./isolate-room.ts";

const ROOM_BYTES = 100;

class Held {
  byteLength: number;

  constructor(byteLength: number) {
    this.byteLength = byteLength;
  }

  letGo(): void {
    this.byteLength = 0;
  }
}

it("keeps the caches that were used last, as many as have room", () => {
  const room = new IsolateRoom(ROOM_BYTES);
  const [first, second, third] = [new Held(40), new Held(40), new Held(40)];
  room.use(first);
  room.use(second);
  room.use(first);
  room.use(third);
  expect([first, second, third].map(({ byteLength }) => byteLength)).toEqual([40, 0, 40]);
});

it("counts what a cache has grown by, and what it has let go of", () => {
  const room = new IsolateRoom(ROOM_BYTES);
  const [first, second] = [new Held(40), new Held(40)];
  room.use(first);
  room.use(second);
  second.byteLength = 61;
  room.use(second);
  expect(first.byteLength).toBe(0);
  first.byteLength = 39;
  room.use(first);
  expect([first, second].map(({ byteLength }) => byteLength)).toEqual([39, 61]);
});

it("leaves the cache in use alone, however large it is", () => {
  const room = new IsolateRoom(ROOM_BYTES);
  const [small, large] = [new Held(10), new Held(200)];
  room.use(small);
  room.use(large);
  expect([small, large].map(({ byteLength }) => byteLength)).toEqual([0, 200]);
});
