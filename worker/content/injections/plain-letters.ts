/** Characters that show nothing: tag characters, characters of zero width, and marks that steer joining and direction. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u061c]/gu;

/** More invisible characters in a row than any script needs: a text is hidden there. */
const HIDDEN_RUN = /[\u200b-\u200f\u2060-\u2064\ufeff\u{e0000}-\u{e0fff}]{5,}/u;
/** The flag of a region: a black flag with the region's code in tag characters. */
const FLAG = /\u{1f3f4}[\u{e0020}-\u{e007f}]{1,8}/gu;
/** Marks that turn the order of letters around, so that a person reads other words than a program. */
const TURNED = /[\u202d\u202e]/u;

const LEET: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};

/** Whether the text holds writing that a person who looks at the page does not see. */
export function isHiddenWriting(text: string): boolean {
  if (TURNED.test(text) || HIDDEN_RUN.test(text.replaceAll(FLAG, ""))) return true;
  // Long names of APIs hold marks for line breaks, but not between most letters.
  const between = text.match(/[a-z][\u200b-\u200d\u2060\ufeff][a-z]/gi)?.length ?? 0;
  return between >= 8 && between * 6 > text.length;
}

/** Letters of other scripts that look like Latin ones. */
const LOOKALIKES: Record<string, string> = {
  а: "a",
  в: "b",
  с: "c",
  ԁ: "d",
  е: "e",
  һ: "h",
  і: "i",
  ј: "j",
  о: "o",
  р: "p",
  ѕ: "s",
  т: "t",
  у: "y",
  х: "x",
  к: "k",
  м: "m",
  н: "h",
  α: "a",
  ο: "o",
  ρ: "p",
  ν: "v",
  ε: "e",
};
/** A word of Latin letters with lookalikes among them. */
const MIXED_WORD = /(?:[a-z]{1,20}[а-яіјѕԁαορνε]|[а-яіјѕԁαορνε]{1,20}[a-z])[a-zа-яіјѕԁαορνε]{0,20}/gu;
/** Single letters with the same sign between them. */
const SPACED =
  /(?<![\p{L}\p{N}])(?:\p{L}(?: \p{L}){3,40}|\p{L}(?:\.\p{L}){3,40}|\p{L}(?:-\p{L}){3,40}|\p{L}(?:\*\p{L}){3,40}|\p{L}(?:_\p{L}){3,40})(?![\p{L}\p{N}])/gu;

/** Text in small letters without tricks that hide words: invisible characters, other widths, digits for letters, spaced letters. */
export function plainLetters(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(INVISIBLE, "")
    .toLowerCase()
    .replaceAll(MIXED_WORD, (word) =>
      word.replaceAll(/[а-яіјѕԁαορνε]/g, (letter) => LOOKALIKES[letter] ?? letter),
    )
    .replaceAll(SPACED, (spaced) => spaced.replaceAll(/[ .*_-]/g, ""))
    .replaceAll(/[\p{L}\d@$]{4,24}/gu, (word) =>
      isLeet(word) ? word.replaceAll(/[013457@$]/g, (c) => LEET[c]!) : word,
    );
}

/** Whether a word has letters on both sides of a digit that looks like a letter: `ign0re`, not `sha256` or `utf8`. */
function isLeet(word: string): boolean {
  return /\p{L}[013457@$]+\p{L}/u.test(word);
}
