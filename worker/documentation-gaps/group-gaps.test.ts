import { describe, expect, it } from "vitest";
import type { Gap } from "#worker/docs-index/gaps.ts";
import { groupGaps } from "./group-gaps.ts";
import { SECRETS } from "./secrets.ts";

let made = 0;

function gap(terms: string, asker: string, rest: Partial<Gap> = {}): Gap {
  made += 1;
  return {
    id: `gap${made}`,
    asker,
    question: `${terms}?`,
    terms: terms.split(" "),
    confidence: "nearest",
    nearestUrl: "https://docs.test/a",
    nearestTitle: "A",
    askedAt: 1_000_000 - made,
    ...rest,
  };
}

describe("groupGaps", () => {
  it("puts together what shares half of its terms, the most asked first", () => {
    const groups = groupGaps(
      [
        gap("paper size printer", "ada"),
        gap("client timeout set", "ada"),
        gap("timeout client", "bob", { confidence: "absent", nearestUrl: null }),
        gap("client retry count", "bob"),
      ],
      { minAskers: 1 },
    );
    expect(groups.map(({ question, times, askers, absent }) => [question, times, askers, absent])).toEqual([
      ["client timeout set?", 2, 2, 1],
      ["paper size printer?", 1, 1, 0],
      ["client retry count?", 1, 1, 0],
    ]);
    expect(groups[0]).toMatchObject({
      terms: ["client", "timeout"],
      nearest: { url: "https://docs.test/a" },
    });
  });

  it("shows no group of fewer askers, and no word that fewer of them used", () => {
    const asked = (count: number) =>
      Array.from({ length: count }, (_, i) =>
        gap(`client timeout set secret${i % 2}`, `asker${i}`, { question: null }),
      );
    expect(groupGaps(asked(4), { minAskers: 5 })).toEqual([]);
    // One account that asks often is one asker.
    expect(groupGaps([...asked(4), ...asked(4)], { minAskers: 5 })).toEqual([]);
    const [group] = groupGaps([...asked(5), gap("client timeout set acme", "asker0", { question: null })], {
      minAskers: 5,
    });
    expect(group).toMatchObject({ question: null, terms: ["client", "set", "timeout"], times: 6, askers: 5 });
  });
});

describe("SECRETS", () => {
  it.for([
    ["my key doc_8fK2jd93kd93kd93kdk is refused", "my key [secret] is refused"],
    ["stripe sk_live_51H8x9QwErTyUiOp fails", "stripe [secret] fails"],
    ["token 0123456789abcdef0123456789abcdef0123", "token [secret]"],
    [
      "how does createMcpHandlerWithoutSessionsAndState work",
      "how does createMcpHandlerWithoutSessionsAndState work",
    ],
  ])("%s", ([text, kept]) => {
    expect(text!.replaceAll(SECRETS, "[secret]")).toBe(kept);
  });
});
