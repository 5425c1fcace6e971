import { stemmer } from "stemmer";
import { stemArabic, stemCyrillic } from "./stem-letters.ts";

/**
 * The form of a lower-case term in the index. A term of letters alone is stemmed: ASCII letters by the rules of English, Cyrillic and
 * Arabic ones by those of Russian and Arabic. Other terms are names and stay as they are.
 */
export function normaliseTerm(lower: string): string {
  if (/^[a-z]{3,}$/.test(lower)) return stemmer(lower);
  if (/^[\u0430-\u045f\u0491]{4,}$/.test(lower)) return stemCyrillic(lower);
  return /^[\u0620-\u0655\u0670\u0671]{3,}$/.test(lower) ? stemArabic(lower) : lower;
}
