import { describe, expect, it } from "vitest";
import { mostPromising } from "./ask-task.ts";

describe("the address that an agent reads next", () => {
  it("is the one whose line has most words of the question", () => {
    const answer = [
      "Merge strategies · http://127.0.0.1:4001/merge-strategies.html#ours",
      "a passage about merging",
      "More: git config › merge.conflictStyle · 190 tokens · http://127.0.0.1:4001/git-config.html#merge",
    ].join("\n");
    expect(mostPromising(answer, "git config for the conflict style of a merge")).toBe(
      "http://127.0.0.1:4001/git-config.html#merge",
    );
  });

  it("counts the words of the title above an address that stands alone", () => {
    const answer =
      "[1] Sockets\nhttp://127.0.0.1:4001/a.html\n\n[2] Test runner\nhttp://127.0.0.1:4001/b.html";
    expect(mostPromising(answer, "two files of the test runner")).toBe("http://127.0.0.1:4001/b.html");
  });

  it("is the earlier of two that have as many, since the best stands first", () => {
    const answer = "- ours http://127.0.0.1:4001/a.html\n- ours http://127.0.0.1:4001/b.html";
    expect(mostPromising(answer, "what does ours do")).toBe("http://127.0.0.1:4001/a.html");
  });

  it("is no link to another site, and none where there is none", () => {
    expect(mostPromising("see [ours](https://example.com/ours)", "ours")).toBe(null);
    expect(mostPromising("", "ours")).toBe(null);
  });
});
