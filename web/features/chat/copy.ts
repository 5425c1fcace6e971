import { CHAT_LIMITS } from "#schema/api/chat.ts";
import { CALL_PRICES, CHAT_PRICE, creditsInWords } from "#schema/plans.ts";

const SEARCH_PRICE = creditsInWords(CALL_PRICES.search);

export const COPY = {
  intro: "Ask about your docs and the public ones. Every sentence links to the passage it comes from.",
  ours: `A search costs ${SEARCH_PRICE} when its answer is sure. The model's answer costs 1 to ${CHAT_PRICE.maxCredits} more.`,
  own: (name: string) =>
    `${name} answers with your key. Searches cost ${SEARCH_PRICE} when the answer is sure.`,
  none: "No model is set, so you get the passages themselves. Add a model to get written answers.",
  unsupported: "Not in the passages",
  cut: "The answer was interrupted. Try again.",
  stopped: "Stopped.",
  failed: "The question couldn't be sent. Try again.",
  outOfCredits: "You don't have enough credits for an answer.",
  noModelDemo: "No model is set here, so the demo shows the passages themselves.",
  demo: (left: number) =>
    `Demo: public docs only. ${left === 1 ? "1 question" : `${left} questions`} left this hour.`,
  demoOver: `You've asked the ${CHAT_LIMITS.demoQuestionsAnHour} demo questions of this hour. Sign up for free to keep asking.`,
  share:
    "Anyone with the link can read this conversation as it is now. Questions you ask later aren't included.",
  delete: "The conversation and its link are deleted. You can't undo this.",
  full: `A conversation has at most ${CHAT_LIMITS.turnsOfConversation} questions.`,
} as const;

/** Questions of the kind that the chat is good at. */
export const EXAMPLES = [
  "How does a Cloudflare agent run a method every day at 8?",
  "How do I mock a module in Vitest?",
  "How do I redirect in a loader of React Router?",
  "What is the difference between parse and safeParse in Zod?",
] as const;
