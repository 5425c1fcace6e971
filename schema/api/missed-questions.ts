/** Most characters of each field of a report. */
export const MISSED_QUESTION_CHARACTERS = { question: 500, pageUrl: 2000 } as const;
