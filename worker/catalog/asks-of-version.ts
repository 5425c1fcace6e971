/** Words of a question about the news of a version alone. */
const WORDS = new Set(
  (
    "a add added all an and any are between breaking bring brings brought can change changed changelog changes come comes do " +
    "does feature features for from get give has have highlights how in introduced is it its latest list me new news note " +
    "notes now of on open please release released releases show since tell that the there to upgrade upgrading us version " +
    "versions was were what whats which with"
  ).split(" "),
);

/**
 * True for a question about a version itself, such as "what's new in Django 5.1": apart from `names` and version numbers, the question has
 * only words of such questions. Other versions have no answer to the question.
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
