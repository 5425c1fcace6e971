import { expect, it } from "vitest";
import { makeTarGz } from "#tests/support/make-tar.workers.ts";
import { readTarGz } from "./read-tar.ts";

const LIMITS = { maxBytes: 1024 * 1024, maxFiles: 100, maxFileBytes: 100_000, maxHeldBytes: 1024 * 1024 };

async function read(bytes: Uint8Array, isWanted = (_path: string) => true, limits = LIMITS) {
  const files = await readTarGz(bytes, isWanted, limits);
  return Object.fromEntries(files.map((file) => [file.path, new TextDecoder().decode(file.bytes)]));
}

it("gives the wanted files, with long names and of any length", async () => {
  const long = `package/${"folder/".repeat(20)}file.md`;
  const files = {
    "package/a.md": "one",
    "package/b.js": "two",
    [long]: "x".repeat(70_000),
    "package/empty.md": "",
    "package/c.md": "é",
  };
  const archive = await makeTarGz(files);
  expect(await read(archive)).toEqual(files);
  expect(await read(archive, (path) => path.endsWith("/c.md"))).toEqual({ "package/c.md": "é" });
  expect(Object.keys(await read(archive, undefined, { ...LIMITS, maxFileBytes: 10 }))).not.toContain(long);
});

it("stops at its limits", async () => {
  const bomb = await makeTarGz({ "package/zeros": "0".repeat(4_000_000) });
  expect(bomb.byteLength).toBeLessThan(10_000);
  await expect(read(bomb, () => false)).rejects.toThrow("it holds more than 1 MiB");
  const many = await makeTarGz(Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`p/${i}`, ""])));
  await expect(read(many)).rejects.toThrow("it has more than 100 files");
});

it("holds no more than it may, whatever is wanted, and reads on behind it", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [`package/${i}.md`, String(i).padEnd(10_000, "x")]),
  );
  const archive = await makeTarGz({ ...files, "package/last.md": "short" });
  const got = await read(archive, undefined, { ...LIMITS, maxHeldBytes: 105_000 });
  expect(Object.keys(got)).toEqual([
    ...Array.from({ length: 10 }, (_, i) => `package/${i}.md`),
    "package/last.md",
  ]);
});

it("refuses what is no archive, and what ends too early", async () => {
  await expect(read(new TextEncoder().encode("<html>not found</html>"))).rejects.toThrow("it is damaged");
  const gzippedText = new Blob(["word ".repeat(500)]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(gzippedText).arrayBuffer());
  await expect(read(bytes)).rejects.toThrow("it isn't a tar archive");
  const whole = await makeTarGz({ "package/a.md": "x".repeat(50_000) });
  await expect(read(whole.subarray(0, whole.byteLength - 40))).rejects.toThrow(/damaged|middle/);
});
