/** One declaration of a `.d.ts` file with the comment above it. */
export type Declaration = { name: string; doc: string; code: string };

const NAMED =
  /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|class|interface|type|const|let|var|enum|const\s+enum|namespace|module)\s+(?:enum\s+)?["']?([\w$./@-]+)/;
/** Start of statements that declare nothing of their own. */
const EMPTY = /^(?:import\b|export\s*(?:\{|\*|=)|\/\/\/)/;

/**
 * The declarations at the top of a TypeScript declaration file, in order; overloads of one name count as one. Members keep their comments
 * inside the code. Reads any text in linear time; other text is passed over.
 */
export function readDeclarations(source: string): Declaration[] {
  const byName = new Map<string, Declaration>();
  for (const { comment, code } of listStatements(source)) {
    const name = declaredName(code);
    if (name === undefined) continue;
    const doc = readComment(comment);
    const known = byName.get(name);
    if (!known) byName.set(name, { name, doc, code });
    else {
      known.code += `\n${code}`;
      if (doc !== "" && !known.doc.includes(doc))
        known.doc = known.doc === "" ? doc : `${known.doc}\n\n${doc}`;
    }
  }
  return [...byName.values()];
}

/** The name that a statement declares; undefined when it declares none. */
export function declaredName(code: string): string | undefined {
  return EMPTY.test(code) ? undefined : NAMED.exec(code)?.[1];
}

/** A page of a declaration file; null when the file declares nothing. */
export function declarationsToMarkdown(path: string, source: string): string | null {
  const declarations = readDeclarations(source);
  if (declarations.length === 0) return null;
  const parts = declarations.map(({ name, doc, code }) =>
    [`## ${name}`, doc, "```ts", code.replaceAll("```", "` ` `"), "```"]
      .filter((part) => part !== "")
      .join("\n\n"),
  );
  return `# ${path}\n\n${parts.join("\n\n")}\n`
    .replaceAll(/```ts\n\n/g, "```ts\n")
    .replaceAll(/\n\n```\n/g, "\n```\n");
}

/** Statements at the top with the doc comment right above them: cut at `;` or a closing brace outside of all brackets. */
export function listStatements(source: string): { comment: string; code: string }[] {
  const statements: { comment: string; code: string }[] = [];
  const token =
    /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?|[{}()[\];]/g;
  let depth = 0;
  let begin = 0;
  let comment = "";
  const end = (at: number) => {
    const code = source.slice(begin, at).trim();
    if (code !== "") {
      statements.push({ comment, code });
      comment = "";
    }
    begin = at;
  };
  for (const { 0: text, index } of source.matchAll(token)) {
    if (text.startsWith("/")) {
      if (depth > 0 || source.slice(begin, index).trim() !== "") continue;
      if (text.startsWith("/**")) comment = text;
      begin = index + text.length;
    } else if ("{([".includes(text)) depth += 1;
    else if ("})]".includes(text)) {
      depth = Math.max(0, depth - 1);
      // `type A = { … } & B;` goes on; a body ends where the next line begins something else.
      if (depth === 0 && text === "}" && /^\s*(?:\n|$)/.test(source.slice(index + 1, index + 3)))
        end(index + 1);
    } else if (text === ";" && depth === 0) end(index + 1);
  }
  end(source.length);
  return statements;
}

/** A doc comment as markdown: without its stars, tags as a list. */
function readComment(comment: string): string {
  return comment
    .replace(/^\/\*\*?/, "")
    .replace(/\*\/$/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\*? ?/, "").trimEnd())
    .join("\n")
    .replace(/\{@link(?:code|plain)?\s+([^{}|\s]+)(?=[}|\s])[^{}]*\}/g, "`$1`")
    .replace(/^@(param|returns?|throws|deprecated|default|see|since)\b[ \t]*/gm, "- $1: ")
    .replace(/^@example\b[ \t]*/gm, "Example: ")
    .trim();
}
