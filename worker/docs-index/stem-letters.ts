/**
 * Endings of Russian (and most of Ukrainian) nouns, adjectives and verbs, longest first, as they are after diacritics are folded: `й`
 * is `и` there, `ё` is `е`. After the light stemmer of Dolamic and Savoy ("Indexing and searching strategies for the Russian
 * language", 2009), with the commonest endings of verbs.
 */
const CYRILLIC_ENDINGS = byLength(
  "иями ами ями ого его ому ему ыми ими иях иям ием ется ются ится атся ятся ать ять ить еть уть ует уют ает ают яет яют аете ите " +
    "ыи ии ои еи ая яя ое ее ые ие ую юю ых их ым им ом ем ою ею ью ия ья ию ов ев ів іі ію ам ям ах ях ит ят ли ла ло " +
    "а е и і о у ы ь ю я",
);
const REFLEXIVE = /(?<=..(?:ть|т|л|ла|ло|ли|в|и|шь|м))(?:ся|сь)$/;

/** Affixes of Arabic words, after the light10 stemmer of Larkey, Ballesteros and Connell ("Light stemming for Arabic", 2007). */
const ARABIC_BEGINNINGS = ["وال", "بال", "كال", "فال", "لل", "ال"];
const ARABIC_ENDINGS = ["ها", "ان", "ات", "ون", "ين", "يه", "ه", "ي"];

const LEAST_LETTERS = 3;

/** The stem of a lower-case word of Cyrillic letters, the same for all cases of a noun. */
export function stemCyrillic(word: string): string {
  const bare = word.replace(REFLEXIVE, "");
  const ending = CYRILLIC_ENDINGS.find(
    (part) => bare.endsWith(part) && bare.length - part.length >= LEAST_LETTERS,
  );
  return ending === undefined ? bare : bare.slice(0, bare.length - ending.length);
}

/** The stem of a word of Arabic letters: one form of each letter, no article, no ending. */
export function stemArabic(word: string): string {
  let stem = word
    .replaceAll(/[\u064b-\u0655\u0670\u0640]/g, "")
    .replaceAll(/[أإآٱ]/g, "ا")
    .replaceAll("ى", "ي")
    .replaceAll("ة", "ه");
  if (stem.startsWith("و") && stem.length > LEAST_LETTERS + 2) stem = stem.slice(1);
  const beginning = ARABIC_BEGINNINGS.find(
    (part) => stem.startsWith(part) && stem.length - part.length >= LEAST_LETTERS - 1,
  );
  if (beginning !== undefined) stem = stem.slice(beginning.length);
  for (const ending of ARABIC_ENDINGS) {
    if (stem.endsWith(ending) && stem.length - ending.length >= LEAST_LETTERS)
      stem = stem.slice(0, -ending.length);
  }
  return stem;
}

function byLength(words: string): string[] {
  return words.split(" ").toSorted((a, b) => b.length - a.length);
}
