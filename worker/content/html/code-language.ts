import type { HtmlElement } from "./parse-html.ts";

/** The language of a block of code: on the `pre`, on the `code` inside, or on one of the boxes that a highlighter puts around. */
export function languageOf(block: HtmlElement): string {
  const inner = innerCode(block);
  const around = [inner, block];
  for (let above = block.parent; above && around.length < 6; above = above.parent) around.push(above);
  for (const element of around) {
    const language = element && ownLanguage(element);
    if (language !== undefined && language !== "") return plainNames.has(language) ? "" : language;
    if (element && element !== inner && element !== block && element.children.length > 6) break;
  }
  return "";
}

/** The `code` of a `pre`; mdBook puts a second `pre` between the two. */
function innerCode(block: HtmlElement): HtmlElement | undefined {
  for (const child of block.children) {
    if (typeof child === "string") continue;
    if (child.name === "code") return child;
    if (child.name === "pre") return innerCode(child);
  }
  return undefined;
}

const plainNames = new Set(
  "default none text plaintext plain txt notranslate nohighlight auto no-highlight".split(" "),
);

/** Classes of a language: `language-js`, `lang-js`, `highlight-source-js`, `brush: js`, `src src-js`, `mw-highlight-lang-js`, `sh_js`. */
const namedClass =
  /(?:^|\s)(?:(?:language|lang|highlight-source|highlight|brush:|sourceCode|src|mw-highlight-lang|code-lang)[-\s]|sh_)([\w+#.-]+)/i;

/** Names that a highlighter puts on any box, besides the language. */
const boxNames = new Set(
  "notranslate wrapper container block line lines body content header title copy inline box".split(" "),
);

/** Bare names of languages: those that count on any element, and those that count only on a block of code. */
const bareAnywhere =
  /(?:^|\s)(?:rust|python|bash|shell|javascript|typescript|sql|java|go|ruby|json|yaml|html|css|programlisting-\w+)(?:\s|$)/;
const bareOnCode =
  /(?:^|\s)(?:c|cpp|c\+\+|csharp|kotlin|scala|swift|php|perl|lua|haskell|ocaml|elixir|erlang|clojure|xml|toml|ini|diff|makefile|cmake|console|groovy|r|julia|dart|graphql|tsx|jsx|ts|js|sh|vala|qml|zig|nim|powershell|dockerfile|scss|less)(?:\s|$)/i;

function ownLanguage(element: HtmlElement): string | undefined {
  const { attributes } = element;
  const named = attributes["data-lang"] ?? attributes["data-language"] ?? attributes["data-code-lang"];
  if (named) return named.toLowerCase().replaceAll(/[^\w+#.-]/g, "");
  const { class: className } = attributes;
  if (!className) return undefined;
  const language = namedClass.exec(className)?.[1]?.toLowerCase();
  if (language && boxNames.has(language)) return undefined;
  if (language) return languageAliases.get(language) ?? language;
  const isCode = element.name === "pre" || element.name === "code";
  return (bareAnywhere.exec(className) ?? (isCode ? bareOnCode.exec(className) : null))?.[0]
    .trim()
    .toLowerCase();
}

const languageAliases = new Map([
  ["python3", "python"],
  ["pycon3", "pycon"],
  ["mjs", "mjs"],
  ["ipython3", "python"],
]);
