const blockNames = new Set(
  (
    "address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption " +
    "figure footer form h h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section summary " +
    "table tbody td tfoot th thead tr ul"
  ).split(" "),
);

export function isBlock(name: string): boolean {
  return blockNames.has(name);
}

export function isHeading(name: string): boolean {
  return name === "h" || (name.length === 2 && name.startsWith("h") && name !== "hr");
}

export const voidNames = new Set(
  "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split(
    " ",
  ),
);

/** Elements that are left out with their contents. */
export const skippedNames = new Set(
  "script style svg noscript template select textarea iframe noembed noframes".split(" "),
);

/** Elements that end a drawing: a block within a drawing means that the drawing was never closed. */
export const endsDrawing = new Set("body div dl h1 h2 h3 h4 h5 h6 head hr li ol p pre table ul".split(" "));

export type Closing = { closes: ReadonlySet<string>; within: ReadonlySet<string> };

function closing(closes: string, within: string): Closing {
  return { closes: new Set(closes.split(" ")), within: new Set(within.split(" ")) };
}

/** End tags that may be left out: an element closes the nearest open one of `closes`, not looking further than `within`. */
export const impliedEnds = new Map<string, Closing>([
  ["li", closing("li", "ul ol menu dir table td th")],
  ["dt", closing("dt dd", "dl table td th")],
  ["dd", closing("dt dd", "dl table td th")],
  ["tr", closing("tr", "table")],
  ["td", closing("td th", "tr table")],
  ["th", closing("td th", "tr table")],
  ["thead", closing("thead tbody tfoot", "table")],
  ["tbody", closing("thead tbody tfoot", "table")],
  ["tfoot", closing("thead tbody tfoot", "table")],
  ["body", closing("head", "html")],
]);

export const paragraphEnd = closing("p", "table td th li dd dt caption button body section div blockquote");

/** Cells, which an end tag does not reach over, unless the tag is of a part of a table (`tableNames`). */
export const cellNames = new Set(["td", "th", "caption"]);
export const tableNames = new Set("table thead tbody tfoot tr td th caption".split(" "));
