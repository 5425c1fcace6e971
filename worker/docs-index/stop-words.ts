/** English words that say nothing about what a question wants; dropped from questions, never from the index. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about all also an and any are as at be been but by can could did do does doing each for from get give had has
  have how i if in into is it its just like made make makes me more my need needs no not of on one only or other our out over
  please should show so some such tell than that the their them then there these they this those to up using us very
  want was way we were what when where whether which while who why will with would you your`.split(/\s+/),
);
