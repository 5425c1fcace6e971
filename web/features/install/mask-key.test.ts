import { expect, test } from "vitest";
import { maskedIn } from "./mask-key.ts";
import { osOf } from "./this-device.ts";

test("a key is seen by its first 8 and last 4 characters, wherever it stands", () => {
  const key = "doc_0123456789abcdefghijABCDEFGHIJ01abcdef";
  expect(maskedIn(`a ${key} b ${key}`, key)).toBe("a doc_0123...cdef b doc_0123...cdef");
  expect(maskedIn("doc_short", "doc_short")).toBe("...");
  expect(maskedIn("Bearer YOUR_API_KEY", null)).toBe("Bearer YOUR_API_KEY");
});

test("the system is told by what the browser calls itself", () => {
  expect(osOf("Mozilla/5.0 (Windows NT 10.0; Win64; x64)")).toBe("windows");
  expect(osOf("Mozilla/5.0 (X11; Linux x86_64)")).toBe("linux");
  expect(osOf("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)")).toBe("mac");
});
