import { expect, it } from "vitest";
import { compareAnswers } from "./doors.ts";

const answer = (...passages: [url: string, text: string][]) => ({
  confidence: "sure",
  passages: passages.map(([url, text]) => ({ url, text })),
});

it("tells the same answer, another end, and another answer apart", () => {
  const wanted = answer(["/a", "One."], ["/b", "Two."]);
  expect(compareAnswers(wanted, answer(["/a", "One."], ["/b", "Two."]))).toBe("same");
  const ends = [
    answer(["/a", "One."], ["/b", "Tw"]),
    answer(["/a", "One."], ["/b", "Two."], ["/c", "3"]),
    answer(["/a", "One."]),
  ];
  for (const one of ends) expect(compareAnswers(wanted, one)).toBe("cut");
  const others = [
    { ...wanted, confidence: "nearest" },
    answer(["/b", "Two."], ["/a", "One."]),
    answer(["/a", "O"], ["/b", "Two."]),
    answer(["/a", "One."], ["/c", "Two."]),
    answer(),
  ];
  for (const one of others) expect(compareAnswers(wanted, one)).toBe("other");
  expect(compareAnswers(answer(), answer(["/a", "One."]))).toBe("other");
});
