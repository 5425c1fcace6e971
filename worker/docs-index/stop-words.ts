/** Words that say nothing about what a question wants, of English, Russian and Arabic; dropped from questions, never from the index. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about all also an and any are as at be been but by can could did do does doing each for from get give had has
  have how i if in into is it its just like made make makes me more my need needs no not of on one only or other our out over
  please should show so some such tell than that the their them then there these they this those to up using us very
  want was way we were what when where whether which while who why will with would you your
  без бы был быть в во вы где для до его ее если есть еще же за и из или им их к как ко который ли мне можно мой мы на надо не нет но
  о об он она они от по под при с со так также то только у уже чем через что чтобы эта эти это этот я какая какие какои каким зачем
  почему нужно если
  من في على عن الى إلى هل ما ماذا كيف هذا هذه ذلك تلك مع أو او أن ان إن هو هي هم لا لم لن قد كان كانت التي الذي الذين كل بين ثم`.split(
    /\s+/,
  ),
);
