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
