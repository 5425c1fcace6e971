import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import type { Corpus } from "../data.ts";

/** The last version whose archive has the documentation: newer archives of PyPI leave it out. */
const VERSION = "0.9.0";
/** An include such as `{!> ../docs_src/options/help/tutorial001.py!}`: MkDocs puts the file there, with the indentation of the line. */
const INCLUDE = /^( *)\{!>? *\.\.\/([\w/.-]+) *!\}/gmu;
/** Titles in the navigation, which MkDocs takes for pages without a heading of their own. */
const TITLE_IN_NAVIGATION = /^ *- ([^:\n]+): ([\w/.-]+\.md)$/gmu;

/** Typer's documentation as markdown, filled in as by MkDocs; taken from PyPI where it is not there yet. */
export function typerDocs(cacheDir: string): Corpus {
  const folder = join(cacheDir, "md/typer", VERSION);
  if (!existsSync(folder)) fetchDocs(folder);
  return { name: "typer", type: "md", role: "tasks", root: `md/typer/${VERSION}`, exclude: [], folder };
}

function fetchDocs(folder: string): void {
  const work = mkdtempSync(join(tmpdir(), "docenda-typer-"));
  try {
    const archive = ["--no-deps", "--no-binary", ":all:", "--dest", work, `typer==${VERSION}`];
    execFileSync("pip", ["download", "--quiet", ...archive], { stdio: ["ignore", "ignore", "inherit"] });
    execFileSync("tar", ["-xzf", join(work, `typer-${VERSION}.tar.gz`), "-C", work]);
    const root = join(work, `typer-${VERSION}`);
    const navigation = readFileSync(join(root, "mkdocs.yml"), "utf8");
    const titles = new Map(
      [...navigation.matchAll(TITLE_IN_NAVIGATION)].map(([, title = "", path = ""]) => [path, title]),
    );
    for (const path of readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })) {
      if (!path.endsWith(".md")) continue;
      const title = titles.get(path.split(sep).join("/"));
      const page = filledIn(readFileSync(join(root, "docs", path), "utf8"), root);
      const target = join(folder, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(
        target,
        title === undefined || page.trimStart().startsWith("# ") ? page : `# ${title}\n\n${page}`,
      );
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** A page with the files that it includes; no file lies outside the archive. */
function filledIn(page: string, root: string): string {
  return page.replace(INCLUDE, (_line, indentation: string, path: string) => {
    const file = resolve(root, path);
    if (!file.startsWith(root + sep)) throw new Error(`the page includes ${path}`);
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    return lines.map((line) => indentation + line).join("\n");
  });
}
