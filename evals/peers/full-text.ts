import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { FullTextOrder, FullTextReply } from "./full-text-process.ts";
import type { FoundSection } from "./fts5.ts";
import { peakResidentMb } from "./memory.ts";
import type { Peer } from "./peer.ts";
import { pageOf } from "./shelf.ts";

/** Number of sections in an answer without a budget. */
const RETURNED_SECTIONS = 5;

/** A full-text index in a process of its own, filled with the sections of the pages and asked with the question as it is. */
export function startFullText(options: {
  engine: FullTextOrder["engine"];
  version: string;
  stateDir: string;
  /** Folder in which minisearch is installed. */
  packageFolder?: string;
}): Peer {
  const { engine, version, stateDir, packageFolder } = options;
  const order: FullTextOrder = { engine, stateDir, packageFolder };
  const child = fork(join(import.meta.dirname, "full-text-process.ts"), [JSON.stringify(order)]);
  const { pid } = child;
  const how = {
    minisearch: "`search(question)` with its defaults, title and heading boosted twofold",
    fts5: "the words of the question joined by OR, in the order of `bm25()`",
  }[engine];
  const name = { minisearch: "MiniSearch", fts5: "SQLite FTS5, porter" }[engine];
  let peak: number | null = null;
  const ask = async (query: string, corpus: string) =>
    (await request(child, { kind: "ask", query, corpus })).found ?? [];
  return {
    name,
    version,
    index: async ({ corpus, folder, files }) => {
      await request(child, { kind: "index", corpus: corpus.name, folder, files });
    },
    ways: [
      {
        name,
        how: `${how}; the first five sections are returned, and further ones fill a budget`,
        ask: async ({ query, corpus }) => {
          const found = await ask(query, corpus);
          return {
            pages: [...new Set(found.map(({ file }) => pageOf(file)))],
            text: textOf(found.slice(0, RETURNED_SECTIONS)),
            more: async () => textOf(found),
          };
        },
      },
    ],
    peakMb: () => (peak = pid === undefined ? null : (peakResidentMb(pid) ?? peak)),
    close: async () => {
      child.kill();
    },
  };
}

/** Sections one below the other, each with its title and address. */
export function textOf(found: readonly FoundSection[]): string {
  return found
    .map(({ file, title, heading, body }) =>
      [`# ${heading === "" ? title : `${title} > ${heading}`}`, `(${pageOf(file)})`, "", body].join("\n"),
    )
    .join("\n\n");
}

type Message =
  | { kind: "index"; corpus: string; folder: string; files: string[] }
  | { kind: "ask"; query: string; corpus: string };

/** Sends one request at a time: the next answer belongs to this request. */
function request(child: ChildProcess, message: Message): Promise<FullTextReply> {
  return new Promise((settle, fail) => {
    const gone = () => fail(new Error("the full-text process is gone"));
    child.once("exit", gone);
    child.once("message", (reply: FullTextReply) => {
      child.off("exit", gone);
      if (reply.error === undefined) settle(reply);
      else fail(new Error(reply.error));
    });
    child.send(message);
  });
}
