/** Words of a question that asks for nothing but what a version brought. */
const WORDS = new Set(
  (
    "a add added all an and any are between breaking bring brings brought can change changed changelog changes come comes do " +
    "does feature features for from get give has have highlights how in introduced is it its latest list me new news note " +
    "notes now of on open please release released releases show since tell that the there to upgrade upgrading us version " +
    "versions was were what whats which with"
  ).split(" "),
);

/**
 * Whether a question is about a version itself, as "what's new in Django 5.1" is: besides `names`, version numbers and words that
 * such questions are made of it has none. Other versions have no answer to it.
 */
export function asksOfVersion(question: string, names: readonly string[]): boolean {
  const words =
    question
      .toLowerCase()
      .replaceAll(/['’]/g, "")
      .match(/[\p{L}\p{N}][\p{L}\p{N}.+#-]*/gu) ?? [];
  const named = new Set(names.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u)));
  const parts = words.flatMap((word) => (isVersion(word) ? [word] : word.split(/[^\p{L}\p{N}]+/u)));
  const others = parts.filter((word) => word !== "" && !WORDS.has(word) && !named.has(word));
  return others.some(isVersion) && others.every(isVersion);
}

function isVersion(word: string): boolean {
  return /^v?\d+(?:\.(?:\d+|x))*\.?$/.test(word);
}
