/** Questions and answers of the search without an account. */

/** Most characters of a question that somebody without an account asks. */
export const PUBLIC_QUESTION_CHARACTERS = 300;

/** A question that the site offers, and the library that answers it. */
export type ExampleQuestion = { library: string; question: string };

/** Number of example questions that are offered at a time. */
export const EXAMPLES_SHOWN = 3;

/**
 * Example questions, offered in this order where the library is indexed. The first three are on the home page as it is rendered, and run
 * in `npm run bench -- race`; the last ones are about documentation that `npm start` brings along.
 */
export const EXAMPLE_QUESTIONS: readonly ExampleQuestion[] = [
  { library: "React", question: "How do I run an effect only when a prop changes?" },
  { library: "Vite", question: "How do I proxy API requests in the dev server?" },
  { library: "Zod", question: "How do I infer the type of a schema?" },
  { library: "agents", question: "How do I run a method of an agent every day at 8 am?" },
  { library: "undici", question: "How do I mock a request in a test?" },
];

/** One passage as an agent gets it. Title, headings and text are the documentation's, never ours. */
export type PublicPassage = {
  title: string;
  url: string;
  headingPath: string[];
  source: string;
  version: string | null;
  tokens: number;
  text: string;
};

export type PublicSearchAnswer = {
  confidence: "sure" | "nearest" | "absent";
  /** Passages, best first; none when `confidence` is `absent`. */
  passages: PublicPassage[];
  /** Names of the sources that were asked. */
  sources: string[];
  /** o200k tokens of the answer as an agent gets it, and of the whole pages of its passages. */
  receipt: { tokensSent: number; tokensOfFullPages: number };
};
