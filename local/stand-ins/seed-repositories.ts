import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { InstalledDocs } from "../installed-docs.ts";
import type { Github, RepositorySeed } from "./github.ts";
import { readFolder } from "./read-folder.ts";

/** Whose documentation stands for the repositories of `npm start`, by package. */
const REPOSITORIES: Record<string, RepositorySeed> = {
  undici: { fullName: "demo/undici-docs" },
  capnweb: { fullName: "demo/capnweb", isPrivate: true },
  "fast-check": { fullName: "ada/fast-check", isPrivate: true, collaborators: ["ben", "demo"] },
};

/** Gives the users of the stand-in repositories with the documentation of installed packages, those that are there. */
export async function seedRepositories(github: Github, docs: InstalledDocs[]): Promise<void> {
  for (const { name, description, tree } of docs) {
    const seed = REPOSITORIES[name];
    if (seed) await github.addRepository({ description, ...seed }, readFolder(tree.root, tree.include));
  }
}

/**
 * Makes a repository of `demo` of each folder below `root`, with the documents in it, such as the corpora of an
 * evaluation.
 */
export async function seedFolders(github: Github, root: string): Promise<void> {
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const files = readFolder(join(root, entry.name), (path) => DOCUMENT.test(path));
    await github.addRepository({ fullName: `demo/${entry.name}` }, files);
  }
}

const DOCUMENT = /\.(?:mdx?|markdown|rst|adoc|txt|ipynb)$/i;
