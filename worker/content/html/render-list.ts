import { splitMember } from "./anchored-line.ts";
import { fence } from "./code-block.ts";
import { readCodeBox } from "./code-box.ts";
import type { HtmlElement } from "./parse-html.ts";
import { codeSpan, indent, joinItem } from "./text.ts";
import { type Flow, MAX_INDENTS, type Writer } from "./writer.ts";

export function renderList(list: HtmlElement, flow: Flow, writer: Writer): void {
  const isOutside = writer.indents() === 0;
  // Items with headings are sections of the page: Javadoc draws a whole page as lists.
  if (writer.indents() >= MAX_INDENTS || (isOutside && (list.hasHeading || isLayout(list)))) {
    writer.nodes(list.children, flow);
    return;
  }
  if (isOutside && writer.hasHeadings() && renderMembers(list, flow, writer)) return;
  if (renderSignatures(list, flow, writer)) return;
  let number = Number.parseInt(list.attributes.start ?? "1", 10) || 1;
  const items: string[] = [];
  for (const child of list.children) {
    const isItem = typeof child !== "string" && child.name === "li";
    if (typeof child !== "string" && writer.isDropped(child)) continue;
    const text = joinItem(writer.indented(isItem ? child.children : [child]));
    if (text === "") continue;
    const mark = list.name === "ol" ? `${number++}. ` : "- ";
    items.push(mark + indent(text, " ".repeat(mark.length)));
  }
  writer.add(flow, items.join("\n"));
}

/** Whether a list is a box of the page and lists nothing: one item, which is around a table or definitions (Groovydoc). */
function isLayout({ children }: HtmlElement): boolean {
  const items = children.filter((child) => typeof child !== "string");
  const [item] = items;
  return (
    items.length === 1 &&
    item!.children.some(
      (child) => typeof child !== "string" && (child.name === "table" || child.name === "dl"),
    )
  );
}

/** Writes overloads of a function, each an item of a list (TypeDoc); returns false for other lists. */
function renderSignatures(list: HtmlElement, flow: Flow, writer: Writer): boolean {
  const items = list.children.filter((child) => typeof child !== "string" || child.trim() !== "");
  const codes = items.map((item) => (typeof item === "string" ? null : readCodeBox(item, writer.isDropped)));
  if (items.length === 0 || !codes.every((code) => code !== null)) return false;
  for (const code of codes) writer.add(flow, fence(code));
  return true;
}

/** Writes a list of members, each an anchor and a declaration before its text (Scaladoc 2); returns false for other lists. */
function renderMembers(list: HtmlElement, flow: Flow, writer: Writer): boolean {
  const items = list.children.filter((child): child is HtmlElement => typeof child !== "string");
  const members = items.map((item) => splitMember(item, writer.isDropped));
  if (members.filter((member) => member !== null).length * 2 <= items.length) return false;
  for (const [index, item] of items.entries()) {
    const member = members[index];
    writer.setAnchor(item.attributes.id ?? null);
    if (member) writer.addMember(member, codeSpan(member.text), flow);
    writer.nodes(member?.rest ?? item.children, flow);
  }
  return true;
}
