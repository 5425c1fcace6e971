/** Most characters of the line that a reader may add. */
export const OPINION_CHARACTERS = 500;
