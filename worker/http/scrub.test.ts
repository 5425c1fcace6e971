import * as fc from "fast-check";
import { expect, it } from "vitest";
import { generateKey } from "#worker/api-keys/key-format.ts";
import { scrubUrl } from "./scrub.ts";

const KEY = "doc_0123456789abcdef0123456789abcdefABCDEF";

it.each([
  // [before, after, keys]
  ["/mcp", "/mcp", []],
  ["/mcp?x=1&y=a%20b", "/mcp?x=1&y=a%20b", []],
  [`/mcp?apiKey=${KEY}`, "/mcp", [KEY]],
  [`/mcp?x=1&apiKey=${KEY}&y=2`, "/mcp?x=1&y=2", [KEY]],
  [`/mcp?apiKey=${KEY}&apiKey=other`, "/mcp", [KEY, "other"]],
  ["/mcp?apiKey=mistyped", "/mcp", ["mistyped"]],
  ["/mcp?apiKey=", "/mcp", []],
  [`/mcp?api%4Bey=${KEY}`, "/mcp", [KEY]],
  // Keys in a place where we do not look for them are scrubbed all the same.
  [`/mcp?apikey=${KEY}`, "/mcp", []],
  [`/mcp?api_key=secret&x-api-key=secret`, "/mcp", []],
  [`/mcp?token=${KEY}`, "/mcp", []],
  [`/mcp?${KEY}`, "/mcp", []],
  [`/mcp?url=https%3A%2F%2Fa.test%2F%3Fk%3D${KEY}`, "/mcp", []],
  [`/mcp/${KEY}?x=1`, "/mcp/doc_removed?x=1", []],
] as [string, string, string[]][])("scrubs %s to %s", (before, after, queryKeys) => {
  expect(scrubUrl(`https://docenda.test${before}`)).toEqual({
    url: `https://docenda.test${after}`,
    queryKeys,
  });
});

it("leaves no key anywhere in a URL", () => {
  const word = fc.string({ minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(word, word, fc.constantFrom("apiKey", "key", "q", "APIKEY"), (name, value, keyName) => {
      const key = generateKey();
      const url = new URL("https://docenda.test/mcp");
      url.searchParams.append(name, value);
      url.searchParams.append(keyName, key);
      expect(scrubUrl(url.href).url).not.toContain(key);
    }),
  );
});
