import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { recipes } from "./recipes.ts";
import type { Site } from "./sites.ts";

/**
 * Builds the site of a generator from the text of a package of npm or PyPI (`NAME:FOLDER`): its markdown, or the comments in
 * its source. Runs the generator's own command with its standard theme, in a folder of its own below `work`. Leaves the pages
 * in `files`. A failure throws with the end of the generator's output.
 */
export function buildSite({ name, package: source, version }: Site, work: string, files: string): void {
  const recipe = recipes[name];
  if (!recipe) throw new Error(`${name}: no recipe`);
  const [library = "", folder = ""] = source.split(":");
  mkdirSync(work, { recursive: true });
  const install = installs[recipe.client ?? "npm"];
  install.text(work, library, version);
  const docs = join(work, recipe.docs);
  cpSync(join(work, "package", folder), docs, { recursive: true });
  writeFileSync(join(work, "package.json"), JSON.stringify({ private: true, ...recipe.manifest }));
  const pages = readdirSync(docs, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".md"),
  );
  for (const page of pages) {
    const text = readFileSync(join(docs, page), "utf8");
    if (recipe.frontMatter) writeFileSync(join(docs, page), recipe.frontMatter(text, page));
  }
  for (const [path, content] of Object.entries(recipe.files(pages))) {
    mkdirSync(dirname(join(work, path)), { recursive: true });
    writeFileSync(join(work, path), content);
  }
  install.generator(work, recipe.packages);
  const [command = "", ...args] = recipe.command;
  run(work, join(work, install.commands, command), args);
  renameSync(join(work, recipe.output), files);
  rmSync(work, { recursive: true });
}

type Install = {
  /** Puts a package into the folder `package`. */
  text: (work: string, name: string, version: string) => void;
  generator: (work: string, packages: string[]) => void;
  /** The folder of the installed commands. */
  commands: string;
};

const installs: Record<"npm" | "pip", Install> = {
  npm: {
    text: (work, name, version) => {
      const tarball = run(work, "npm", ["pack", "--silent", `${name}@${version}`]).trim();
      run(work, "tar", ["-xzf", tarball]);
    },
    generator: (work, packages) => {
      const quiet = ["--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
      run(work, "npm", ["install", ...quiet, ...packages]);
    },
    commands: "node_modules/.bin",
  },
  pip: {
    text: (work, name, version) => {
      run(work, "pip", ["install", "-q", "--no-deps", "--target", "package", `${name}==${version}`]);
    },
    generator: (work, packages) => {
      run(work, "python3", ["-m", "venv", "venv"]);
      run(work, join(work, "venv/bin/pip"), ["install", "-q", ...packages]);
    },
    commands: "venv/bin",
  },
};

function run(cwd: string, command: string, args: string[]): string {
  try {
    return execFileSync(command, args, {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, CI: "1", ASTRO_TELEMETRY_DISABLED: "1", NODE_OPTIONS: "" },
    });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args[0]}: ${`${stdout}${stderr}`.trim().slice(-300)}`, { cause: error });
  }
}
