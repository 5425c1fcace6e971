import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { keywordsOf } from "./keywords.ts";
import type { Peer, PeerAnswer, Way } from "./peer.ts";
import { pageOf } from "./shelf.ts";
import type { Shelf } from "./shelf.ts";

const RIPGREP = "/usr/bin/rg";
const LISTED_FILES = 10;
const MOST_FILES_READ = 5;
const LARGEST_OUTPUT_BYTES = 64 * 2 ** 20;

/** Number of matching lines of each file that has any. */
export type LineCounts = Map<string, number>;
export type FileHit = { file: string; keywords: number; lines: number };

/**
 * An agent that has the files and no search service: it greps for the keywords of the question, and reads the files that hold
 * most of them, whole.
 */
export function startFallback(): Peer {
  const shelves = new Map<string, Shelf>();
  const hasRipgrep = existsSync(RIPGREP);
  const count = hasRipgrep ? countWithRipgrep : countWithNode;
  const reading = (files: number): Way => ({
    name: files === 1 ? "grep, then the best file whole" : `grep, then the best ${files} files whole`,
    how: `one \`rg -i -c\` for each keyword; the ten files with most keywords are listed (then most matching lines), and the first ${files === 1 ? "is" : files + " are"} read whole`,
    ask: async ({ query, corpus }): Promise<PeerAnswer> => {
      const shelf = shelves.get(corpus);
      if (!shelf) throw new Error(`${corpus} is not indexed`);
      const counts = await Promise.all(keywordsOf(query).map((keyword) => count(shelf, keyword)));
      const hits = rankFiles(counts);
      const read = (first: number) => [
        listingOf(hits),
        ...hits
          .slice(0, first)
          .map(({ file }) => `${file}\n\n${readFileSync(join(shelf.folder, file), "utf8")}`),
      ];
      return {
        pages: hits.map(({ file }) => pageOf(file)),
        text: read(files).join("\n\n"),
        more: async () => read(MOST_FILES_READ).join("\n\n"),
      };
    },
  });
  return {
    name: "grep",
    version: hasRipgrep ? "ripgrep of the machine" : "a search written in Node, ripgrep is not there",
    index: async (shelf) => void shelves.set(shelf.corpus.name, shelf),
    ways: [reading(1), reading(MOST_FILES_READ)],
    peakMb: () => null,
    close: async () => {},
  };
}

/** Files by the number of different keywords that they hold, then by matching lines, then by path. */
export function rankFiles(countsByKeyword: readonly LineCounts[]): FileHit[] {
  const hits = new Map<string, FileHit>();
  for (const counts of countsByKeyword) {
    for (const [file, lines] of counts) {
      const hit = hits.get(file) ?? { file, keywords: 0, lines: 0 };
      hits.set(file, { file, keywords: hit.keywords + 1, lines: hit.lines + lines });
    }
  }
  return [...hits.values()].sort(
    (a, b) => b.keywords - a.keywords || b.lines - a.lines || (a.file < b.file ? -1 : 1),
  );
}

/** The output of `rg --count`: a path, a colon and a number a line; a path may hold colons itself. */
export function parseCounts(output: string): LineCounts {
  const counts: LineCounts = new Map();
  for (const line of output.split("\n")) {
    const match = /^(?:\.\/)?(.+):(\d+)$/u.exec(line);
    if (match?.[1] !== undefined) counts.set(match[1], Number(match[2]));
  }
  return counts;
}

function listingOf(hits: readonly FileHit[]): string {
  const lines = hits
    .slice(0, LISTED_FILES)
    .map(({ file, keywords, lines: count }) => `${file}: ${keywords} keywords, ${count} lines`);
  return lines.length === 0 ? "No file has any of the keywords." : lines.join("\n");
}

async function countWithRipgrep(shelf: Shelf, keyword: string): Promise<LineCounts> {
  const args = ["--ignore-case", "--fixed-strings", "--count", "--no-ignore", "-e", keyword, "."];
  try {
    const options = { cwd: shelf.folder, maxBuffer: LARGEST_OUTPUT_BYTES };
    return parseCounts((await promisify(execFile)(RIPGREP, args, options)).stdout);
  } catch (error) {
    // Status 1 says that no line matches.
    if (error instanceof Error && "code" in error && error.code === 1) return new Map();
    throw error;
  }
}

async function countWithNode(shelf: Shelf, keyword: string): Promise<LineCounts> {
  const counts: LineCounts = new Map();
  for (const file of shelf.files) {
    const lines = readFileSync(join(shelf.folder, file), "utf8").toLowerCase().split("\n");
    const matching = lines.filter((line) => line.includes(keyword)).length;
    if (matching > 0) counts.set(file, matching);
  }
  return counts;
}
