import { DEFAULT_SEARCH_BUDGET_TOKENS } from "#schema/values.ts";
import type { SearchInput } from "./queries.ts";

export const SCOPES = ["all", "public", "private"] as const;
export type Scope = (typeof SCOPES)[number];

export const BUDGETS = ["500", "1000", "1500", "2000", "5000", "10000"] as const;
export type Budget = (typeof BUDGETS)[number];
/** The tool's budget when the argument is missing. */
const DEFAULT_BUDGET: Budget = `${DEFAULT_SEARCH_BUDGET_TOKENS}`;

/** The search form, as the page and the address have it. */
export type SearchForm = { query: string; keywords: string; scope: Scope; sources: string[]; budget: Budget };

export function readForm(params: URLSearchParams): SearchForm {
  return {
    query: params.get("q") ?? "",
    keywords: params.get("keywords") ?? "",
    scope: SCOPES.find((scope) => scope === params.get("scope")) ?? "all",
    sources: [...new Set(params.getAll("source").filter(Boolean))],
    budget: BUDGETS.find((budget) => budget === params.get("budget")) ?? DEFAULT_BUDGET,
  };
}

/** The address of a form, without values that are the default. Other parameters stay. */
export function writeForm(params: URLSearchParams, form: SearchForm): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ["q", "keywords", "scope", "source", "budget"]) next.delete(name);
  if (form.query.trim()) next.set("q", form.query.trim());
  if (form.keywords.trim()) next.set("keywords", form.keywords.trim());
  if (form.scope !== "all") next.set("scope", form.scope);
  for (const source of form.sources) next.append("source", source);
  if (form.budget !== DEFAULT_BUDGET) next.set("budget", form.budget);
  return next;
}

/** Limits of the tool on the number and length of keywords, which are typed in one line, with commas between. */
const MAX_KEYWORDS = 8;
const MAX_KEYWORD_CHARACTERS = 80;

function keywordsOf(line: string): string[] {
  const keywords = line.split(",").map((keyword) => keyword.trim().slice(0, MAX_KEYWORD_CHARACTERS));
  return [...new Set(keywords.filter(Boolean))].slice(0, MAX_KEYWORDS);
}

/** The arguments of the tool, without values that are the default; null without a question. */
export function inputOf(form: SearchForm, session: string | null): SearchInput | null {
  const query = form.query.trim();
  if (query === "") return null;
  const keywords = keywordsOf(form.keywords);
  return {
    query,
    ...(keywords.length > 0 && { keywords }),
    ...(form.scope !== "all" && { scope: form.scope }),
    ...(form.sources.length > 0 && { sources: form.sources }),
    ...(form.budget !== DEFAULT_BUDGET && { budget: Number(form.budget) }),
    ...(session !== null && { session }),
  };
}
