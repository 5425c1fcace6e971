import { isFrameAnchor } from "./element-anchors.ts";
import type { HtmlElement } from "./parse-html.ts";

/** Boxes that keep their headings to themselves once the first heading is below one before the box. */
const containers = new Set("article section details li dd".split(" "));

/** Containers behind which the section goes on that is around them. */
const endsSection = new Set("section li".split(" "));

/**
 * An open box: the level of its first heading (`first`), and of the section which that heading is in (`outer`). A member's box counts
 * once its first thing is the line that names the member; a heading before that line makes it a box like others (`first` is -1).
 */
type Box = { outer: number; first: number; isMember: boolean };

/** The levels of the headings of a page, and the anchors that the page has used. */
export class HeadingTree {
  /** Level of the last heading. */
  level = 0;
  /** Number added to every level of the page: 1 where a line above the headings is the page's title. */
  shift = 0;
  readonly #boxes: Box[] = [];
  /** Levels of the headings above the next heading, down to the last one. */
  readonly #path: number[] = [];
  readonly #usedAnchors = new Set<string>();

  /** Calls `render` for the contents of a box. */
  within(element: HtmlElement, render: () => void): void {
    const isMember = !containers.has(element.name) && element.attributes.id !== undefined;
    if (!element.hasHeading || this.#path.length === 0 || (!isMember && !containers.has(element.name))) {
      render();
      return;
    }
    const box: Box = { outer: 0, first: 0, isMember };
    this.#boxes.push(box);
    render();
    this.#boxes.pop();
    // What follows a member, a section of a page, or one of several signatures in a list, is no part of it.
    if ((isMember || endsSection.has(element.name)) && box.first > 0) this.#leave(box.outer);
  }

  /** Adds a heading to the tree as the last one, and returns its level there. */
  enter(level: number): number {
    let own = Math.min(6, level + this.shift);
    // A heading that leaves the section around its box would take the rest of the box along.
    for (const box of this.#boxes) if (leaves(box, own)) own = Math.min(6, box.first + 1);
    this.#leave(own - 1);
    const outer = this.#path.at(-1) ?? 0;
    this.#path.push(own);
    for (const box of this.#boxes)
      if (box.first === 0) Object.assign(box, box.isMember ? { first: -1 } : { outer, first: own });
    this.level = own;
    return own;
  }

  /** Whether a heading of this level would end the section or the member that its box belongs to. */
  leavesBox(level: number): boolean {
    return this.#boxes.some((box) => leaves(box, Math.min(6, level + this.shift)));
  }

  /** The level of a line that names a member; boxes that begin with the line are the member's own. */
  enterMember(): number {
    const own = this.below;
    for (const box of this.#boxes) if (box.first === 0) Object.assign(box, { outer: this.level, first: own });
    return own;
  }

  #leave(level: number): void {
    while ((this.#path.at(-1) ?? 0) > level) this.#path.pop();
    this.level = Math.min(this.level, level);
  }

  /** The level of a term or a member below the last heading; the first level is the page's own. */
  get below(): number {
    return Math.min(6, Math.max(1, this.level) + 1);
  }

  /** The anchor, unless it is no heading's, or the page has used it before: a browser goes to the first. */
  useAnchor(anchor: string | null): string | null {
    if (anchor === null || isFrameAnchor(anchor) || this.#usedAnchors.has(anchor)) return null;
    this.#usedAnchors.add(anchor);
    return anchor;
  }
}

function leaves({ outer, first, isMember }: Box, level: number): boolean {
  return level <= (isMember ? first : outer);
}
