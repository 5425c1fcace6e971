import { listBlocks } from "#worker/content/blocks.ts";
import { listFences } from "#worker/content/fences.ts";
import { listSections, plainMarkdown } from "#worker/content/sections.ts";
import type { PageThen } from "#worker/docs-index/former-pages.ts";

/** A section that two texts of a page do not share. */
export type Change = {
  kind: "added" | "changed" | "removed";
  title: string;
  headingPath: string[];
  /** Address of the page that has the section now, else of the one that had it, with the section's anchor. */
  url: string;
  /** Blocks that only the earlier text of the section has; null where there are none. */
  before: string | null;
  /** Blocks that only the present text of the section has; null where there are none. */
  after: string | null;
};

/** The sections in which two texts of a page differ, in their order: those of the present text first. Either text may be missing. */
export function diffPage(before: PageThen | null, after: PageThen | null): Change[] {
  const [old, now] = [sectionsOf(before), sectionsOf(after)];
  const changes: Change[] = [];
  for (const [key, section] of now) {
    const former = old.get(key);
    const place = placeOf(section, after!);
    if (!former) changes.push({ kind: "added", ...place, before: null, after: section.text });
    else {
      const gone = blocksMissing(former.text, section.text);
      const fresh = blocksMissing(section.text, former.text);
      if (gone !== null || fresh !== null)
        changes.push({ kind: "changed", ...place, before: gone, after: fresh });
    }
  }
  for (const [key, section] of old)
    if (!now.has(key))
      changes.push({ kind: "removed", ...placeOf(section, before!), before: section.text, after: null });
  return changes;
}

/** Changes without sections that only moved: what one page lost and another has now, word by word. */
export function withoutMoves(changes: Change[]): Change[] {
  const added = new Map(
    changes.filter(({ kind }) => kind === "added").map((one) => [wordsOf(one.after!), one]),
  );
  const moved = new Set<Change>();
  for (const change of changes) {
    const twin = change.kind === "removed" ? added.get(wordsOf(change.before!)) : undefined;
    if (twin) moved.add(change).add(twin);
  }
  return changes.filter((change) => !moved.has(change));
}

type OwnSection = { headingPath: string[]; anchor: string | null; text: string };

/** Sections with text of their own, by their headings; a heading that comes again has a number. */
function sectionsOf(page: PageThen | null): Map<string, OwnSection> {
  const sections = new Map<string, OwnSection>();
  if (!page) return sections;
  for (const { path, anchor, level, start, end } of listSections(page.markdown)) {
    const text = plainMarkdown(page.markdown.slice(start, end)).trim();
    const body = level === 0 ? text : text.replace(/^[^\n]*/, "").trim();
    if (body === "") continue;
    let key = path.join("\n");
    for (let again = 2; sections.has(key); again++) key = `${path.join("\n")}\n${again}`;
    sections.set(key, { headingPath: path, anchor, text: body });
  }
  return sections;
}

function placeOf({ headingPath, anchor }: OwnSection, { title, url }: PageThen) {
  return { title, headingPath, url: url + (anchor === null ? "" : `#${anchor}`) };
}

/** A block, a list item, or a row of a table with the table's head. */
type Unit = { text: string; head: string | null };

/** The blocks of one text that another text does not have, as often as it has them; null where there are none. */
function blocksMissing(text: string, other: string): string | null {
  const held = new Map<string, number>();
  for (const unit of unitsOf(other)) {
    const words = wordsOf(unit.text);
    held.set(words, (held.get(words) ?? 0) + 1);
  }
  const parts: string[] = [];
  let head: string | null = null;
  for (const unit of unitsOf(text)) {
    const left = held.get(wordsOf(unit.text)) ?? 0;
    held.set(wordsOf(unit.text), left - 1);
    if (left > 0) continue;
    // Rows of one table stand below one head.
    const isSameTable: boolean = unit.head !== null && unit.head === head;
    parts.push(isSameTable ? `\n${unit.text}` : `\n\n${[unit.head, unit.text].filter(Boolean).join("\n")}`);
    head = unit.head;
  }
  const missing = parts.join("").trim();
  return missing === "" ? null : missing;
}

function unitsOf(text: string): Unit[] {
  return listBlocks(text, listFences(text), 0, text.length).flatMap(({ start, end, kind }): Unit[] => {
    const block = text.slice(start, end);
    if (kind === "table") {
      const [first = "", rule = "", ...rows] = block.split("\n");
      const head = `${first}\n${rule}`;
      return rows.length === 0 ? [{ text: block, head: null }] : rows.map((row) => ({ text: row, head }));
    }
    if (kind !== "text") return [{ text: block, head: null }];
    return block.split(/\n(?=(?:[-*+]|\d+[.)]) )/).map((item) => ({ text: item, head: null }));
  });
}

/** A text as it is compared: without white space that nobody sees, and without the targets of links, which say the version. */
function wordsOf(text: string): string {
  return text
    .replaceAll(/\]\([^()\s]*\)/g, "]")
    .replaceAll(/\s+/g, " ")
    .trim();
}
