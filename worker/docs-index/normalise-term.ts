import { stemmer } from "stemmer";

/** Lower-case terms of ASCII letters alone are stemmed. The others are names and stay as they are. */
export function normaliseTerm(lower: string): string {
  return /^[a-z]{3,}$/.test(lower) ? stemmer(lower) : lower;
}
