/** The words of a document, to tell a hyphen at the end of a line from one that belongs to the word. */
export type Vocabulary = ReadonlySet<string>;

/** Limit on words: a document has some ten thousand; more are names and numbers of tables. */
const MAX_WORDS = 200_000;

export function vocabularyOf(texts: Iterable<string>): Vocabulary {
  const words = new Set<string>();
  for (const text of texts) {
    for (const [word] of text.matchAll(
      /(?<![\p{L}\p{N}-])\p{L}[\p{L}\p{N}]*(?:-[\p{L}\p{N}]+)*(?![\p{L}\p{N}-])/gu,
    )) {
      words.add(word.toLowerCase());
      if (words.size >= MAX_WORDS) return words;
    }
  }
  return words;
}

/** Two lines of a paragraph as one text: the hyphen at the break goes, unless the word is known only with a hyphen. */
export function joinLines(above: string, below: string, vocabulary: Vocabulary): string {
  const soft = above.endsWith("\u00ad");
  const head = /(?<![\p{L}\p{N}])\p{N}*(\p{L}[\p{L}\p{N}]*)[-\u00ad\u2010]$/u.exec(above)?.[1];
  const tail = /^[\p{Ll}][\p{L}\p{N}]*/u.exec(below)?.[0];
  if (head !== undefined && tail !== undefined) {
    const isCompound =
      !soft &&
      vocabulary.has(`${head}-${tail}`.toLowerCase()) &&
      !vocabulary.has(`${head}${tail}`.toLowerCase());
    return isCompound ? above + below : above.slice(0, -1) + below;
  }
  // Scripts such as Japanese and Chinese set no spaces between words.
  const isDense =
    /[\u3040-\u30ff\u3400-\u9fff\uff00-\uffef\u3000-\u303f]$/.test(above) &&
    /^[\u3000-\u9fff\uff00-\uffef]/.test(below);
  return isDense ? above + below : `${above} ${below}`;
}
