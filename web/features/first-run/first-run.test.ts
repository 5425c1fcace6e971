import { describe, expect, it } from "vitest";
import { firstRun, progressOf } from "./first-run.ts";

it.each([
  [{ isEmailVerified: false, hasActiveKey: false, hasSearched: false }, "verify"],
  [{ isEmailVerified: true, hasActiveKey: false, hasSearched: false }, "key"],
  [{ isEmailVerified: true, hasActiveKey: true, hasSearched: false }, "connect"],
  [{ isEmailVerified: true, hasActiveKey: true, hasSearched: true }, null],
  // A client that signs in by itself needs no key.
  [{ isEmailVerified: true, hasActiveKey: false, hasSearched: true }, "key"],
])("after %j comes %s", (progress, next) => expect(firstRun(progress).next).toBe(next));

describe("progress of a person", () => {
  const ada = { uid: "usr_ada", emailVerified: true };
  const used = { userId: "usr_bea", isActive: true, lastUsed: "2026-11-21T10:00:00.000Z" };

  it("does not count the keys of other members of a team", () =>
    expect(progressOf(ada, [used], false)).toEqual({
      isEmailVerified: true,
      hasActiveKey: false,
      hasSearched: false,
    }));

  it("counts a use of the person's own key whose calls are no longer listed", () =>
    expect(progressOf(ada, [used, { ...used, userId: ada.uid }], false)).toMatchObject({
      hasActiveKey: true,
      hasSearched: true,
    }));

  it("counts a call of a key that is gone", () =>
    expect(progressOf(ada, [], true)).toMatchObject({ hasActiveKey: false, hasSearched: true }));
});
