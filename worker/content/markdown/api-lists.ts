import { listFences } from "../fences.ts";

/** The order `::: package.module.Class` of mkdocstrings. A box of other generators has a word without dots there, and an end. */
const ORDER = /^(\s*):::\s+([A-Za-z_]\w*(?:[.:]\w+)*)\s*$/;
const OPTIONS = /^\s+(?:options|handler|rendering|selection|show_\w+|heading_level|members):/;

/**
 * Markdown in which each API list that mkdocstrings would make of code is only named, since the code is not read: `` `package.Class`
 * [API list not in this copy] ``. Options of such lists are left out.
 */
export function nameApiLists(markdown: string): string {
  if (!/:::\s+\w/.test(markdown)) return markdown;
  const fences = listFences(markdown);
  const lines = markdown.split("\n");
  const out: string[] = [];
  let offset = 0;
  let fence = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    while ((fences[fence]?.end ?? Number.POSITIVE_INFINITY) < offset) fence += 1;
    const isInFence = offset >= (fences[fence]?.start ?? Number.POSITIVE_INFINITY);
    offset += line.length + 1;
    const [, indent = "", name] = isInFence ? [] : (ORDER.exec(line) ?? []);
    if (name === undefined || !(name.includes(".") || OPTIONS.test(lines[at + 1] ?? ""))) {
      out.push(line);
      continue;
    }
    out.push("", `${indent}\`${name}\` [API list not in this copy]`, "");
    for (; at + 1 < lines.length && isDeeper(lines[at + 1] ?? "", indent); at += 1)
      offset += (lines[at + 1]?.length ?? 0) + 1;
  }
  return out.join("\n");
}

function isDeeper(line: string, indent: string): boolean {
  return line.trim() !== "" && line.startsWith(`${indent}  `);
}
