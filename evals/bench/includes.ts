import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { listFences } from "#worker/content/fences.ts";
import { resolveIncludes } from "#worker/content/includes/resolve-includes.ts";
import { FileNames } from "#worker/content/includes/source-files.ts";
import { isDocumentPath, MAX_FILE_BYTES, readRepositoryFile } from "#worker/github/document-files.ts";
import type { BenchOptions } from "./args.ts";
import { markdownTable, writeFigures } from "./figures.ts";
import { filesMeant, listSourceIncludes } from "./include-marks.ts";
import type { IncludePart } from "./include-marks.ts";

/**
 * Repositories whose documentation takes its code from files, with the reader of their marks. Nobody looked at the held-out
 * ones before they were counted.
 */
const REPOSITORIES: { name: string; marks: string; isHeldOut?: true }[] = [
  { name: "fastapi/typer", marks: "MkDocs, `{* … *}`" },
  { name: "fastapi/sqlmodel", marks: "MkDocs, `{* … *}` and `{!…!}`" },
  { name: "Textualize/textual", marks: "MkDocs, `--8<--`" },
  { name: "litestar-org/litestar", marks: "Sphinx, `literalinclude`" },
  { name: "vuejs/vitepress", marks: "VitePress, `<<<`" },
  { name: "asciidoctor/asciidoctor", marks: "Antora, `include::`" },
  { name: "rust-lang/mdBook", marks: "mdBook, `{{#include}}`" },
  { name: "couchbase/docs-sdk-java", marks: "Antora, `include::` with tags" },
  { name: "software-mansion/react-native-gesture-handler", marks: "Docusaurus, `raw-loader`" },
  { name: "fastapi/fastapi", marks: "MkDocs, `{* … *}`", isHeldOut: true },
  { name: "python-telegram-bot/python-telegram-bot", marks: "Sphinx, `literalinclude`", isHeldOut: true },
  { name: "spring-projects/spring-boot", marks: "Antora, `include::` with attributes", isHeldOut: true },
  { name: "pytest-dev/pytest", marks: "Sphinx, `literalinclude`", isHeldOut: true },
  { name: "rust-lang/book", marks: "mdBook, `{{#rustdoc_include}}`", isHeldOut: true },
];

type Count = {
  name: string;
  commit: string;
  pages: number;
  /** Includes of code whose file is in the repository, and how many of them are code in the stored page. */
  includes: number;
  isCode: number;
  absent: number;
  marked: number;
  lost: string[];
};

/**
 * Includes of code in repositories: each is looked for in the page as it would be stored, as a block of code with the lines of
 * its file. Clones are taken from `<data>/<owner>/<name>`; a bare clone will do.
 */
export async function benchIncludes(options: BenchOptions): Promise<void> {
  const counts: Count[] = [];
  for (const { name } of REPOSITORIES) {
    const folder = [join(options.dataDir, name), join(options.cacheDir, "clones", name)].find((path) =>
      existsSync(path),
    );
    if (!folder || (options.corpora.length > 0 && !options.corpora.includes(name))) continue;
    const count = await countIncludes(name, folder);
    counts.push(count);
    console.log(
      name,
      count.isCode,
      "of",
      count.includes,
      `${share(count)}; absent ${count.absent}, marked ${count.marked}`,
    );
    for (const lost of count.lost.slice(0, options.limit ?? 0)) console.log("  ", lost);
  }
  if (counts.length === 0)
    throw new TypeError(
      "There are no clones; give their folder with --data, one a repository: <owner>/<name>.",
    );
  // A run on a part of the repositories is for looking at what is lost, and writes nothing.
  if (options.corpora.length > 0) return;
  const tables = [false, true].map((isHeldOut) =>
    tableOf(
      counts.filter(
        ({ name }) => (REPOSITORIES.find((one) => one.name === name)?.isHeldOut ?? false) === isHeldOut,
      ),
    ),
  );
  const body = [
    "Documentation that takes its code from other files of its repository. An include counts as code where a code block of the page, as it is stored, has its lines: all that the mark names by number, nine tenths of a whole file or of a tag of AsciiDoc, at least one of another part with a name. The includes are found in the sources by plain patterns, and the files by the end of their path.",
    "Looked at while the resolver was written:",
    tables[0] ?? "",
    "Held out:",
    tables[1] ?? "",
    "Absent: the file, or the part of it that is named, is not in the repository at this commit, so that nothing could be shown. Marked: `[example not in this copy]` in what is stored, of any kind of include.",
  ].join("\n\n");
  const data = { repositories: counts.map(({ lost, ...count }) => ({ ...count, lost: lost.length })) };
  writeFigures({
    name: "includes",
    title: "Code that documentation includes",
    command: "npm run bench -- includes",
    body,
    data,
  });
}

function tableOf(counts: Count[]): string {
  const rows = counts.map((count) => [
    `${count.name} (${REPOSITORIES.find(({ name }) => name === count.name)?.marks}), ${count.commit}`,
    count.pages,
    count.includes,
    count.isCode,
    share(count),
    count.absent,
    count.marked,
  ]);
  const sum = (key: "pages" | "includes" | "isCode" | "absent" | "marked") =>
    counts.reduce((total, count) => total + count[key], 0);
  const all = { includes: sum("includes"), isCode: sum("isCode") };
  return markdownTable([
    [
      "Repository",
      "pages with includes",
      "includes of code",
      "code in what is stored",
      "share",
      "absent",
      "marked",
    ],
    ...rows,
    ["all", sum("pages"), all.includes, all.isCode, share(all), sum("absent"), sum("marked")],
  ]);
}

async function countIncludes(name: string, folder: string): Promise<Count> {
  const blobs = listBlobs(folder);
  const read = (path: string) => {
    const blob = blobs.get(path);
    return blob && blob.sizeBytes <= MAX_FILE_BYTES ? git(folder, "cat-file", "blob", blob.sha) : null;
  };
  const texts = new Map<string, string | null>();
  const cached = (path: string) => {
    if (!texts.has(path)) texts.set(path, read(path));
    return texts.get(path) ?? null;
  };
  const files = {
    names: () => Promise.resolve(new FileNames(blobs.keys())),
    read: (path: string) => Promise.resolve(cached(path)),
  };
  const pathsByName = Map.groupBy(blobs.keys(), (path) => path.slice(path.lastIndexOf("/") + 1));
  const commit = git(folder, "rev-parse", "HEAD").slice(0, 12);
  const count: Count = { name, commit, pages: 0, includes: 0, isCode: 0, absent: 0, marked: 0, lost: [] };
  for (const path of blobs.keys()) {
    if (!isDocumentPath(path)) continue;
    const text = read(path) ?? "";
    const includes = listSourceIncludes(path, text);
    if (includes.length === 0) continue;
    count.pages += 1;
    const resolved = await resolveIncludes({ path, text }, files);
    count.marked += resolved.missing;
    const stored = readRepositoryFile(path, resolved.text, `https://repository.test/blob/${path}`);
    const blocks = codeBlocksOf(stored?.markdown ?? "");
    const used = new Set<string>();
    for (const include of includes) {
      const meant = filesMeant(include.target, pathsByName);
      const tag = include.part.kind === "named" ? include.part.name : undefined;
      if (meant.length === 0 || (tag && !meant.some((file) => cached(file)?.includes(tag)))) {
        count.absent += 1;
        continue;
      }
      count.includes += 1;
      const at = blocks.findIndex(
        (block, index) =>
          !used.has(`${index} ${include.target} ${JSON.stringify(include.part)}`) &&
          meant.some((file) => isShown(block, cached(file) ?? "", include.part)),
      );
      if (at === -1) count.lost.push(`${path}:${include.line} ${include.target}`);
      else {
        count.isCode += 1;
        used.add(`${at} ${include.target} ${JSON.stringify(include.part)}`);
      }
    }
  }
  return count;
}

/** The lines of each code block. Chunks are cut from this text and leave nothing of it out. */
function codeBlocksOf(markdown: string): Set<string>[] {
  return listFences(markdown).map(({ start, end }) => {
    const lines = markdown.slice(start, end).split("\n").slice(1, -1);
    return new Set(lines.map((line) => line.trim()));
  });
}

/** Marks of a part of a file, which most generators do not show. */
const REGION = /#?\b(?:end)?region\b|ANCHOR(?:_END)?:|\b(?:tag|end)::|\[(?:start|end):/;

function isShown(block: ReadonlySet<string>, file: string, part: IncludePart): boolean {
  const wanted = wantedLines(
    file.split("\n").map((line) => line.trim()),
    part,
  );
  const lines = wanted.filter((line) => /\w/.test(line) && !REGION.test(line));
  if (lines.length === 0) return true;
  const shown = lines.filter((line) => block.has(line)).length;
  if (part.kind === "lines") return shown === lines.length;
  return part.kind === "named" && !part.name ? shown > 0 : shown >= lines.length * 0.9;
}

function wantedLines(all: string[], part: IncludePart): string[] {
  if (part.kind === "lines") return part.ranges.flatMap(([first, last]) => all.slice(first - 1, last));
  if (part.kind !== "named" || !part.name) return all;
  const start = all.findIndex((line) => line.includes(`tag::${part.name}[`));
  const end = all.findIndex((line) => line.includes(`end::${part.name}[`));
  return start === -1 ? all : all.slice(start + 1, end === -1 ? all.length : end);
}

function listBlobs(folder: string): Map<string, { sha: string; sizeBytes: number }> {
  const rows = git(folder, "ls-tree", "-r", "-l", "-z", "HEAD").split("\0");
  return new Map(
    rows.flatMap((row) => {
      const [, sha, size, path] = /^100\d+ blob (\w+)\s+(\d+)\t(.+)$/s.exec(row) ?? [];
      return sha && path ? [[path, { sha, sizeBytes: Number(size) }] as const] : [];
    }),
  );
}

function git(folder: string, ...args: string[]): string {
  return execFileSync("git", ["-C", folder, ...args], { encoding: "utf8", maxBuffer: 256 * 1024 * 1024 });
}

function share({ isCode, includes }: { isCode: number; includes: number }): string {
  return includes === 0 ? "–" : `${((100 * isCode) / includes).toFixed(1)}%`;
}
