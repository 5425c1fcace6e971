import { isFrameAnchor } from "./element-anchors.ts";
import type { HtmlElement } from "./parse-html.ts";

/** Boxes that keep their headings to themselves once their first one is below a heading before them. */
const containers = new Set("article section details li dd".split(" "));

/** The levels of the headings of a page, and which anchors it has used. */
export class HeadingTree {
  /** Level of the last heading. */
  level = 0;
  /** Added to every level of the page: its headings of level 1 are parts of what a line above them is the title of. */
  shift = 0;
  /** For each open box: the level that its first heading has, and that of the section which the heading is in. */
  readonly #boxes: { outer: number; first: number }[] = [];
  /** Levels of the headings above the next one, down to the last one. */
  readonly #path: number[] = [];
  readonly #usedAnchors = new Set<string>();

  /** Calls `render` for what is in a box. */
  within(element: HtmlElement, render: () => void): void {
    if (!element.hasHeading || this.#path.length === 0 || !containers.has(element.name)) {
      render();
      return;
    }
    this.#boxes.push({ outer: 0, first: 0 });
    render();
    this.#boxes.pop();
  }

  /** The level that a heading has in the tree; it becomes the last one. */
  enter(level: number): number {
    let own = Math.min(6, level + this.shift);
    // A heading that leaves the section that its box is in would take the rest of the box along.
    for (const { outer, first } of this.#boxes) if (own <= outer) own = Math.min(6, first + 1);
    while ((this.#path.at(-1) ?? 0) >= own) this.#path.pop();
    const outer = this.#path.at(-1) ?? 0;
    this.#path.push(own);
    for (const box of this.#boxes) if (box.first === 0) Object.assign(box, { outer, first: own });
    this.level = own;
    return own;
  }

  /** The level of a term or a member below the last heading; the first level is the page's own. */
  get below(): number {
    return Math.min(6, Math.max(1, this.level) + 1);
  }

  /** The anchor, unless it is none of a heading, or the page has used it before: a browser goes to the first. */
  useAnchor(anchor: string | null): string | null {
    if (anchor === null || isFrameAnchor(anchor) || this.#usedAnchors.has(anchor)) return null;
    this.#usedAnchors.add(anchor);
    return anchor;
  }
}
