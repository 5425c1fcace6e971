import { stemmer } from "stemmer";
import { stemArabic, stemCyrillic } from "./stem-letters.ts";

/**
 * Lower-case terms of letters alone are stemmed, by the rules of English where they are ASCII, and by those of Russian or Arabic
 * where they are in these letters. The others are names and stay as they are.
 */
export function normaliseTerm(lower: string): string {
  if (/^[a-z]{3,}$/.test(lower)) return stemmer(lower);
  if (/^[\u0430-\u045f\u0491]{4,}$/.test(lower)) return stemCyrillic(lower);
  return /^[\u0620-\u0655\u0670\u0671]{3,}$/.test(lower) ? stemArabic(lower) : lower;
}
