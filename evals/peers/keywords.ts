const WORD = /[\p{L}\p{N}_]+/gu;
const SHORTEST_KEYWORD = 3;

/** Words of English questions that say nothing about the subject. */
const FUNCTION_WORDS = new Set(
  `about after again all also and any are because been before being both but can cannot could did does doing done down
  each even ever every few for from get gets getting give given goes going got had has have having here how instead
  into its just like made make makes making many may might more most much must need needs never not now off once one
  only other our out over own per same should since some something still such than that the their them then there
  these they thing this those though through too try trying under until upon use used uses using very via want wants
  was way were what when where whether which while who whole whose why will with within without work works would yet
  you your`.split(/\s+/u),
);

/** The words of a text in lower case: letters, digits and underscores together. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** The words that a person would type into a keyword search for a question: its words without function words, in order, each once. */
export function keywordsOf(question: string): string[] {
  const words = wordsOf(question).filter(
    (word) => word.length >= SHORTEST_KEYWORD && !FUNCTION_WORDS.has(word),
  );
  return [...new Set(words)];
}
