import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { objectFile } from "./object-files.ts";

it("names the file as workerd did", () => {
  const stateDir = mkdtempSync(join(tmpdir(), "docenda-object-"));
  try {
    const owner = "u_usr_1y12NPh0yX15JLTixLfM";
    // Files of a server that was running.
    expect(basename(objectFile(stateDir, "Catalog", owner))).toBe(
      "b380176a49cc8b152fd78ca32988c6efc1f6003c40278d0cd77177f1983ef485.sqlite",
    );
    expect(basename(objectFile(stateDir, "DocsIndex", `${owner}/default/src_1sI5oAxj0SAgMCkae0YE`))).toBe(
      "3093f6bfaf8fccbf6bf675d73963a500e617baa0dae70aac32ae9924bc9c34a0.sqlite",
    );
  } finally {
    rmSync(stateDir, { recursive: true, force: true });
  }
});
