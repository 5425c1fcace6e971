/** Marks of Shiki, as in VitePress, Nextra and Fumadocs: `// [!code ++]`, `# [!code highlight:3]`, `<!-- [!code focus] -->`. */
const CODE_MARK = /(?:\/\/|#|--|;|%|<!--|\/\*|\{\/\*)[ \t]*\[!code (\S[^\]]{0,40})\][ \t]*(?:-->|\*\/\}?)?$/;
/** Marks of Docusaurus, in comments of any language: `// highlight-next-line`, `# highlight-start`. */
const HIGHLIGHT_LINE =
  /^(?:\/\/|#|--|<!--|\/\*|\{\/\*)[ \t]*(?:highlight|error|focus)-(?:next-line|start|end)(?:-\w+)?[ \t]*(?:-->|\*\/\}?)?$/;
/** Names of files in Svelte's documentation: `/// file: a.js`, `<!--- file: App.svelte --->`. */
const FILE_NAME = /^(?:\/\/\/|<!---)[ \t]*(file: [^]*)$/;
/** Marks of added and removed code in Svelte's documentation: `+++new+++`, `---old---`. */
const ADDED = /\+\+\+([^+\n]{1,500})\+\+\+/g;
const REMOVED = /---(?!cut)(?=\S)([^-\n]{1,500})(?<=\S)---/g;
/** Tags in blocks of `console`, from which Termynal draws a terminal. */
const TERMINAL_TAG = /<\/?(?:font|b|u|i|span)(?:\s[^<>]{0,200})?>/g;

/**
 * Lines of a code block without marks for a highlighter, so that an agent sees the code as it is to be written. Lines that are
 * marked as gone are left out.
 */
export function withoutMarks(lines: readonly string[], language: string): string[] {
  // Dashes around words are common in comments; only beside the other marks do they mark removed code.
  const isSvelte =
    SVELTE.test(language) && lines.some((line) => ADDED_ONCE.test(line) || /^\s*\/\/\/ file: /.test(line));
  const isDrawn = language === "console" && lines.some((line) => line.includes("<font "));
  return lines.flatMap((line) => {
    if (line.length > 2000) return [line];
    const said = line.trim();
    if (HIGHLIGHT_LINE.test(said)) return [];
    const mark = CODE_MARK.exec(line.trimEnd());
    if (mark) return mark[1]?.startsWith("--") ? [] : textBefore(line, mark.index);
    const named = FILE_NAME.exec(said)?.[1];
    if (named) return [line.slice(0, line.indexOf(said)) + fileComment(named)];
    if (isDrawn) return [line.replace(TERMINAL_TAG, "").replaceAll("&lt;", "<").replaceAll("&gt;", ">")];
    return isSvelte ? changedLine(line) : [line];
  });
}

const ADDED_ONCE = /\+\+\+[^+\n]{1,500}\+\+\+/;
const SVELTE = /^(?:js|ts|svelte|html|css|json|dart|javascript|typescript)$/;

function textBefore(line: string, mark: number): string[] {
  const rest = line.slice(0, mark).trimEnd();
  return rest === "" ? [] : [rest];
}

function fileComment(named: string): string {
  return named.endsWith("--->") ? `<!-- ${named.slice(0, -4).trimEnd()} -->` : `// ${named}`;
}

function changedLine(line: string): string[] {
  if (!line.includes("+++") && !line.includes("---")) return [line];
  const kept = line.replace(ADDED, "$1").replace(REMOVED, "");
  return kept.trim() === "" && kept !== line ? [] : [kept];
}
