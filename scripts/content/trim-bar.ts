import type { Element, ElementContent } from "hast";

/**
 * A receipt, `250 tokens of 1,000`, as a bar: the part that was read, on a ground that stands for the whole pages. Drawn with
 * attributes, since the site's policy allows no style in the markup.
 */
export function trimBar(text: string): Element {
  const [read, total] = (text.match(/[\d,]+/g) ?? []).map((number) => Number(number.replaceAll(",", "")));
  if (read === undefined || !total)
    throw new Error(`"${text.trim()}" is no receipt: write "250 tokens of 1,000"`);
  const share = Math.min(1, read / total);
  return element("figure", { className: ["trim"] }, [
    element("svg", { ariaHidden: "true", width: "100%", height: 10 }, [
      element(
        "rect",
        { className: ["trim-read"], width: `${Math.max(share * 100, 0.8)}%`, height: "100%" },
        [],
      ),
    ]),
    element("figcaption", {}, [
      words(`${read.toLocaleString("en-US")} tokens read`),
      words(`${total.toLocaleString("en-US")} on the pages, ${Math.round((1 - share) * 100)}% left out`),
    ]),
  ]);
}

function element(tagName: string, properties: Element["properties"], children: ElementContent[]): Element {
  return { type: "element", tagName, properties, children };
}

function words(value: string): Element {
  return element("span", {}, [{ type: "text", value }]);
}
