import { expect, it } from "vitest";
import { readSealKeys, seal, unseal } from "./seal.ts";

const OLD = "1:0123456789abcdef0123456789abcdef";
const BOTH = `${OLD}, 2:fedcba9876543210fedcba9876543210`;

it("opens what it sealed, with the newest key and with older ones", async () => {
  const before = await seal(readSealKeys(OLD), "key_1 u_1", "doc_secret – ü");
  const after = await seal(readSealKeys(BOTH), "key_1 u_1", "doc_secret – ü");
  expect(before).toMatch(/^v1\./);
  expect(after).toMatch(/^v2\./);
  expect(before + after).not.toContain("secret");
  for (const sealed of [before, after])
    expect(await unseal(readSealKeys(BOTH), "key_1 u_1", sealed)).toBe("doc_secret – ü");
});

it("never seals the same text alike", async () => {
  const keys = readSealKeys(OLD);
  expect(await seal(keys, "a", "text")).not.toBe(await seal(keys, "a", "text"));
});

it("does not open what was moved to another row, changed, or sealed under a key that is gone", async () => {
  const keys = readSealKeys(BOTH);
  const sealed = await seal(keys, "key_1 u_1", "text");
  await expect(unseal(keys, "key_2 u_1", sealed)).rejects.toThrow("operation-specific");
  await expect(unseal(keys, "key_1 u_1", `${sealed.slice(0, -2)}AA`)).rejects.toThrow("operation-specific");
  await expect(unseal(readSealKeys(OLD), "key_1 u_1", sealed)).rejects.toThrow("version 2");
  await expect(unseal(keys, "key_1 u_1", "text")).rejects.toThrow("not a sealed text");
});

it.each(["", "1:short", "0123456789abcdef0123456789abcdef", "0:0123456789abcdef0123456789abcdef"])(
  "says how keys must be given when they are %j",
  (text) => expect(() => readSealKeys(text)).toThrow("SEAL_KEYS must be like"),
);
