import { expect, test } from "vitest";
import { wholeOptions } from "./whole-options.ts";

function optionsOf(text: string): string[] {
  return wholeOptions(text).flatMap((piece) => (piece.isOption ? [piece.text] : []));
}

test.each([
  [
    'claude mcp add --transport http --scope user docenda https://a.test/mcp --header "Authorization: Bearer K"',
    ["--transport", "--scope", "--header"],
  ],
  ["codex mcp add docenda --bearer-token-env-var KEY", ["--bearer-token-env-var"]],
  ["curl https://a.test \\\n  -H 'a: b' -d '{}'", ["-H", "-d"]],
  ["-y at the beginning", ["-y"]],
  ["a well-known name, 3 - 2, 2026-11-21 and https://a.test/x--y", []],
  ["", []],
])("%s", (text, options) => {
  expect(optionsOf(text)).toEqual(options);
  expect(
    wholeOptions(text)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});
