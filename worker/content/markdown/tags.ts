/** A tag of HTML or JSX in markdown: `<Tab title="npm">`, `</Tab>`, `<br/>`. */
export type Tag = {
  name: string;
  isClosing: boolean;
  isSelfClosing: boolean;
  /** Values given as plain strings. */
  attributes: Map<string, string>;
  /** Values given as JavaScript, in their source form: `{["a", "b"]}`. */
  expressions: Map<string, string>;
  /** Whether the tag has the attribute `required`, bare or as `{true}`. */
  isRequired: boolean;
  end: number;
};

/** Limit on tags: a longer one is text with a `<` inside. */
const MAX_LENGTH = 4000;

const tagName = /<(\/?)([A-Za-z][\w.:-]*)?/y;
const attribute = /\s*([\w:@.-]+)\s*(?:=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'{}<>=`]+)|(?=\{)))?/y;

/** The tag that begins at `start`, where there is a `<`; null for a text that is no tag. Fragments (`<>`) have an empty name. */
export function readTag(text: string, start: number): Tag | null {
  tagName.lastIndex = start;
  const opening = tagName.exec(text);
  if (!opening) return null;
  const limit = Math.min(text.length, start + MAX_LENGTH);
  const attributes = new Map<string, string>();
  const expressions = new Map<string, string>();
  let name = "";
  let isRequired = false;
  let at = tagName.lastIndex;
  while (at < limit) {
    const rest = /\s*(\/?)>/y;
    rest.lastIndex = at;
    const closing = rest.exec(text);
    if (closing) {
      return {
        name: opening[2] ?? "",
        isClosing: opening[1] === "/",
        isSelfClosing: closing[1] === "/",
        attributes,
        expressions,
        isRequired: isRequired || expressions.get("required") === "{true}",
        end: rest.lastIndex,
      };
    }
    while (at < limit && /\s/.test(text.charAt(at))) at++;
    if (text.charAt(at) === "{") {
      const end = braceEnd(text, at, limit);
      if (name !== "") expressions.set(name, text.slice(at, end));
      name = "";
      at = end;
      continue;
    }
    attribute.lastIndex = at;
    const match = attribute.exec(text);
    if (!match || opening[2] === undefined) return null;
    const value = match[2] ?? match[3] ?? match[4];
    isRequired ||= match[1] === "required" && value === undefined;
    name = value === undefined ? (match[1] ?? "") : "";
    if (value !== undefined && match[1]) attributes.set(match[1], value);
    at = attribute.lastIndex;
  }
  return null;
}

/** End of the JavaScript expression that begins at an opening brace. */
function braceEnd(text: string, start: number, limit: number): number {
  let depth = 0;
  for (let at = start; at < limit; at++) {
    const character = text.charAt(at);
    if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return at + 1;
  }
  return limit;
}
