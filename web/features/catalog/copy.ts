import type { CatalogItem, SuggestionAnswer } from "#schema/api/catalog.ts";

/** Words of the page of the public catalog. */
export const COPY = {
  intro: "Public docs, ready to search with any API key. We re-index them when they change.",
  find: "Find by name, package or topic",
  loading: "Loading the catalog...",
  failed: "The catalog didn't load.",
  nothing: "No results.",
  suggest: "Suggest documentation",
  suggestIntro:
    "Suggest public docs, and we index them within the rules of the site's robots.txt. Add private docs under Resources.",
  signInFirst: "Sign in to suggest docs, so that each person counts once.",
  send: "Suggest",
  suggestFailed: "Your suggestion wasn't sent.",
  noUrl: "Enter the address where the documentation begins",
  spaces: "An address has no spaces",
} as const;

/** The searchable parts of an entry, in words. */
export function indexedWords(indexed: CatalogItem["indexed"]): string {
  if (indexed === null) return "Not indexed yet";
  return indexed.pages === 1 ? "1 page" : `${count(indexed.pages)} pages`;
}

/** The number of entries shown, and of those that are searchable, in words. */
export function countWords(shown: number, total: number, totalIndexed: number): string {
  const all = `${count(total)} entries, ${count(totalIndexed)} indexed so far`;
  return shown === total ? all : `${count(shown)} of ${all}`;
}

function count(n: number): string {
  return n.toLocaleString("en-US");
}

/** The outcome of a suggestion, in words. */
export function suggestionWords(answer: SuggestionAnswer): string {
  if (answer.status === "known") return `The catalog already has it, as ${answer.entry.name}.`;
  const others = answer.people - 1;
  if (others <= 0) return "Thank you. You are the first to suggest it.";
  return `Thank you. ${others === 1 ? "One other person has" : `${count(others)} others have`} suggested it too.`;
}

/** Words of a library's page. */
export const LIBRARY_COPY = {
  loading: "Loading the library...",
  failed: "This library didn't load.",
  notIndexed: (name: string) => `The ${name} docs aren't indexed yet.`,
  tryIt: (name: string) => `Ask the ${name} docs`,
  tryIntro: "No account needed. The bar shows how much of the pages your agent wouldn't have to read.",
  badge: "Show readers of your README that agents can search these docs.",
} as const;
