import * as fc from "fast-check";
import { expect, test } from "vitest";
import { JsonPicker } from "./pick-json.ts";

const PATHS = ["ref", "after", "repository.id"];

function pick(text: string, pieceBytes = 7): unknown[] {
  const picker = new JsonPicker(PATHS);
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) picker.write(bytes.subarray(at, at + pieceBytes));
  return PATHS.map((path) => picker.value(path));
}

test("values are found wherever they stand, and nothing of their names further in", () => {
  const push = {
    commits: [{ ref: "in a list", repository: { id: 1 } }, ["ref", { after: 2 }]],
    head_commit: { after: "too deep", repository: { id: 2 }, message: 'says "ref": "x", or \\' },
    repository: { owner: { id: 3, repository: { id: 4 } }, id: 17, name: "a" },
    ref: 'refs/heads/größe\u2028"',
    after: null,
  };
  expect(pick(JSON.stringify(push))).toEqual([push.ref, null, 17]);
  expect(pick(JSON.stringify(push, null, 2), 1)).toEqual([push.ref, null, 17]);
  expect(pick(`{"ref": [1], "after": {"after": 2}, "repository": [{"id": 5}]}`)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(pick(`{"ref": "${"x".repeat(2000)}", "after": "a"}`)).toEqual([undefined, "a", undefined]);
});

test("what is no JSON does no harm", () => {
  for (const text of ["", "null", "payload=%7B%7D", "[".repeat(100_000), "}]}]", `{"ref": "x`, `{"ref" "x"}`])
    expect(pick(text)).toEqual([undefined, undefined, undefined]);
});

test("any JSON is read as JSON.parse reads it, in pieces of any size", () => {
  const value = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.jsonValue(),
  );
  const text = fc
    .record(
      {
        commits: fc.jsonValue(),
        ref: value,
        repository: fc.oneof(fc.record({ node: fc.jsonValue(), id: value, name: value }), value),
        after: value,
        'ref"': value,
      },
      { requiredKeys: [] },
    )
    .map((object) => JSON.stringify(object, null, 1));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (json, pieceBytes) => {
      const whole = JSON.parse(json) as {
        ref?: unknown;
        after?: unknown;
        repository?: { id?: unknown } | null;
      };
      const id = Array.isArray(whole.repository) ? undefined : whole.repository?.id;
      const plain = [whole.ref, whole.after, id].map((one) =>
        (typeof one === "object" && one !== null) || JSON.stringify(one ?? null).length > 1000
          ? undefined
          : one,
      );
      expect(pick(json, pieceBytes)).toEqual(plain);
    }),
  );
});
