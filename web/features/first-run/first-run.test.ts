import { expect, it } from "vitest";
import { firstRun } from "./first-run.ts";

it.each([
  [{ isEmailVerified: false, hasActiveKey: false, hasSearched: false }, "verify"],
  [{ isEmailVerified: true, hasActiveKey: false, hasSearched: false }, "key"],
  [{ isEmailVerified: true, hasActiveKey: true, hasSearched: false }, "connect"],
  [{ isEmailVerified: true, hasActiveKey: true, hasSearched: true }, null],
  // A client that signs in by itself needs no key.
  [{ isEmailVerified: true, hasActiveKey: false, hasSearched: true }, "key"],
])("after %j comes %s", (progress, next) => expect(firstRun(progress).next).toBe(next));
