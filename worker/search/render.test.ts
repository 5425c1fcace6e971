import { expect, it } from "vitest";
import { renderAnswer } from "./render.ts";

const PATH = ["Coroutines and Tasks", "Creating Tasks", "asyncio.create_task(coro)"];

function leadOf(headingPath: string[], text: string): string {
  const page = { title: PATH[0]!, url: "https://python.test/task", source: "python", version: null };
  const answer = renderAnswer(
    {
      pages: [{ ...page, anchor: null, pieces: [{ anchor: null, headingPath, text }] }],
      leftOut: [],
      passagesAlreadySent: 0,
      notices: [],
      session: null,
    },
    "mark",
  );
  return answer.split("<mark>\n")[1]!.split("\n", 1)[0]!;
}

it("says under which headings a passage stands, without those that it begins with", () => {
  expect(leadOf(PATH, "Wrap the coroutine into a task.")).toBe(
    "(Creating Tasks › asyncio.create_task(coro))",
  );
  expect(leadOf(PATH, "### `asyncio.create_task(coro)`\n\nWrap it.")).toBe("(Creating Tasks)");
  expect(leadOf(PATH, "## Creating Tasks\n\n### `asyncio.create_task(coro)`")).toBe("## Creating Tasks");
  expect(leadOf(PATH, "### Another name for it\n\nWrap it.")).toBe("(Creating Tasks)");
  expect(leadOf(PATH.slice(0, 1), "Wrap it.")).toBe("Wrap it.");
});
