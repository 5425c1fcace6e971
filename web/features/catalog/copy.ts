import type { CatalogueItem, SuggestionAnswer } from "#schema/api/catalog.ts";

/** Words of the page of the public catalogue. */
export const COPY = {
  intro:
    "Documentation that is indexed for everybody: an agent searches it with any key, and nobody has to add it. It is read again by itself as it changes.",
  find: "Find by name, package or topic",
  loading: "Loading the catalogue...",
  failed: "The catalogue could not be read.",
  nothing: "Nothing in the catalogue has these words.",
  suggest: "Suggest documentation",
  suggestIntro:
    "It has to be public: we read what anybody may read, under the rules of the site's robots.txt. What is yours alone you add under Resources.",
  signInFirst: "Suggestions come from people who are signed in, so that each counts once.",
  send: "Suggest",
  suggestFailed: "The suggestion could not be sent.",
  noUrl: "Enter the address where the documentation begins",
  spaces: "An address has no spaces",
} as const;

/** How much of an entry is searchable, in words. */
export function indexedWords(indexed: CatalogueItem["indexed"]): string {
  if (indexed === null) return "Not indexed yet";
  return indexed.pages === 1 ? "1 page" : `${count(indexed.pages)} pages`;
}

/** How many of the entries are shown, and how many are searchable. */
export function countWords(shown: number, total: number, totalIndexed: number): string {
  const all = `${count(total)} entries, ${count(totalIndexed)} indexed so far`;
  return shown === total ? all : `${count(shown)} of ${all}`;
}

function count(n: number): string {
  return n.toLocaleString("en-US");
}

/** What became of a suggestion. */
export function suggestionWords(answer: SuggestionAnswer): string {
  if (answer.status === "known") return `It is in the catalogue already, as ${answer.entry.name}.`;
  const others = answer.people - 1;
  if (others <= 0) return "Thank you. You are the first to suggest it.";
  return `Thank you. ${others === 1 ? "One other person has" : `${count(others)} others have`} suggested it too.`;
}
