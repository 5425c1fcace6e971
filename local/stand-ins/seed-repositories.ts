import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { InstalledDocs } from "../installed-docs.ts";
import type { Github, RepositorySeed } from "./github.ts";
import { readFolder } from "./read-folder.ts";

/** Packages whose documentation stands for the repositories of `npm start`. */
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

/** The markdown corpora of the evaluation, which may lie beside the checkout; null when they do not. */
export function findCorpora(repoRoot: string): string | null {
  const folder = resolve(repoRoot, "../shared/eval/md");
  return existsSync(folder) ? folder : null;
}

/**
 * Makes a repository of `demo` from each folder below `root`, or from the named ones, with the documents in it, such as the corpora of an
 * evaluation.
 */
export async function seedFolders(github: Github, root: string, names?: string[]): Promise<void> {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  // Folders in a fixed order, since the ids of repositories follow from it and a source knows its repository by the id.
  for (const { name } of folders.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (names && !names.includes(name)) continue;
    const files = readFolder(join(root, name), (path) => DOCUMENT.test(path));
    await github.addRepository({ fullName: `demo/${name}` }, files);
  }
}

const DOCUMENT = /\.(?:mdx?|markdown|rst|adoc|txt|ipynb)$/i;
