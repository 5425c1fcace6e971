import { PAGE_READ_CUTOFF_TOKENS } from "#schema/values.ts";
import { plainMarkdown } from "#worker/content/sections.ts";

import { tokensOf } from "../ask.ts";
import { cutAt } from "../peers/cut.ts";
import type { PageFacts } from "../diagnose.ts";
import type { Product } from "../product.ts";
import { missingFrom, squeeze } from "../squeeze.ts";
import { connectAgent } from "./agent.ts";
import type { Agent, Exchange } from "./agent.ts";
import type { UrlOf } from "./ask-task.ts";

/** A page of more than 5,000 tokens, and a question whose answer stands behind those tokens. */
type LongPage = { corpus: string; path: string; question: string; must: string };

export const LONG_PAGES: LongPage[] = [
  {
    corpus: "django",
    path: "ref/models/querysets.html",
    question: "django select_for_update skip rows that are locked by another transaction",
    must: "ignore locked rows by using select_for_update(skip_locked=True)",
  },
  {
    corpus: "django",
    path: "ref/settings.html",
    question: "django behind a proxy that terminates TLS: request.is_secure() is always false",
    must: "SECURE_PROXY_SSL_HEADER = ('HTTP_X_FORWARDED_PROTO', 'https')",
  },
  {
    corpus: "git",
    path: "git-config.html",
    question: "git config abort a clone when the transfer is too slow for some seconds",
    must: "for longer than http.lowSpeedTime seconds, the transfer is aborted",
  },
  {
    corpus: "git",
    path: "git-log.html",
    question: "git log difference between -S with --pickaxe-regex and -G",
    must: "because the number of occurrences of that string did not change",
  },
  {
    corpus: "nodejs",
    path: "cli.html",
    question: "node --test-concurrency maximum number of test files at the same time",
    must: "The maximum number of test files that the test runner CLI will execute concurrently",
  },
  {
    corpus: "sqlite",
    path: "capi3ref.html",
    question: "sqlite3_prepare_v3 SQLITE_PREPARE_PERSISTENT",
    must: "SQLITE_PREPARE_PERSISTENT flag is a hint to the query planner",
  },
  {
    corpus: "sqlite",
    path: "fts5.html",
    question: "sqlite fts5 rebuild the whole full-text index of an external content table",
    must: "This command first deletes the entire full-text index, then rebuilds it",
  },
  {
    corpus: "react-router",
    path: "docs/tutorials/address-book.md",
    question: "react-router useNavigation global pending UI states idle loading submitting",
    must: 'it can be one of "idle", "loading" or "submitting"',
  },
  {
    corpus: "better-auth",
    path: "docs/content/docs/plugins/sso.mdx",
    question: "better-auth SAML assertion is not yet valid, clock skew tolerance",
    must: "Clock skew tolerance in milliseconds",
  },
  {
    corpus: "zod",
    path: "packages/docs/content/api.mdx",
    question: "zod parse strings like yes, no, true, false of environment variables into a boolean",
    must: "z.stringbool()",
  },
];

export type LongRead = {
  page: LongPage;
  pageTokens: number;
  /** Ways of reading by names of tools: ours, and those of deep research. */
  ways: Record<string, WayOfReading>;
};

export type WayOfReading = {
  /** The search and the read, as the model gets them. */
  exchanges: Exchange[];
  tokens: number;
  /** Number of the page's first 5,000 tokens that the answer holds, one after the other. */
  beginning: number;
  /** The call that sent the wanted part: within a session, a read does not repeat text that the search has sent. */
  part: "read" | "search" | "nowhere";
};

/** Searches and then reads each page, with the default budget and in one session, under both pairs of names. */
export async function readLongPages(product: Product, urlOf: UrlOf, facts: PageFacts): Promise<LongRead[]> {
  const reads: LongRead[] = [];
  for (const page of LONG_PAGES) {
    const url = urlOf(page.corpus, page.path);
    const markdown = plainMarkdown(facts.markdownOf(page.corpus, page.path)).trim();
    refuseEarlyAnswer(page, markdown);
    const ways = {
      docenda_read_url: await readBy(product, "", (agent) => readAsCoder(agent, page, url)),
      fetch: await readBy(product, "/openai", (agent) => readAsResearcher(agent, page, url)),
    };
    const judged = Object.entries(ways).map(([name, exchanges]) => [name, judge(page, markdown, exchanges)]);
    reads.push({ page, pageTokens: tokensOf(markdown), ways: Object.fromEntries(judged) });
  }
  return reads;
}

/** The search and the read, in a connection of their own. */
type SearchAndRead = [Exchange, Exchange];

async function readBy(
  product: Product,
  path: string,
  read: (agent: Agent) => Promise<SearchAndRead>,
): Promise<SearchAndRead> {
  const agent = await connectAgent(product, path);
  try {
    return await read(agent);
  } finally {
    await agent.close();
  }
}

function judge({ must }: LongPage, markdown: string, exchanges: SearchAndRead): WayOfReading {
  const [searched, { text, tokens }] = exchanges;
  const has = (answer: string) => missingFrom(answer, [must]).length === 0;
  return {
    exchanges,
    tokens,
    beginning: beginningIn(text, markdown),
    part: has(text) ? "read" : has(searched.text) ? "search" : "nowhere",
  };
}

/** Throws for a question that the beginning answers: it would say nothing about the parts. */
function refuseEarlyAnswer({ path, must }: LongPage, markdown: string): void {
  const first = cutAt(markdown, [PAGE_READ_CUTOFF_TOKENS])[PAGE_READ_CUTOFF_TOKENS];
  if (missingFrom(first, [must]).length === 0) throw new Error(`${path}: its beginning holds ${must}`);
  if (missingFrom(markdown, [must]).length > 0) throw new Error(`${path} does not hold ${must}`);
}

async function readAsCoder(agent: Agent, page: LongPage, url: string): Promise<SearchAndRead> {
  const searched = await agent.call("docenda_search_documentation", { query: page.question });
  return [searched, await agent.call("docenda_read_url", { url })];
}

/** Reads as deep research does: `fetch` answers with JSON, whose `text` is the page. */
async function readAsResearcher(agent: Agent, page: LongPage, url: string): Promise<SearchAndRead> {
  const searched = await agent.call("search", { query: page.question });
  const fetched = await agent.call("fetch", { id: url });
  const text: unknown = fetched.text.startsWith("{") ? JSON.parse(fetched.text).text : fetched.text;
  return [searched, { ...fetched, text: String(text) }];
}

/** Number of the page's first 5,000 tokens that an answer holds without a gap, found by halving their characters. */
function beginningIn(text: string, markdown: string): number {
  const answer = squeeze(text);
  const first = cutAt(markdown, [PAGE_READ_CUTOFF_TOKENS])[PAGE_READ_CUTOFF_TOKENS];
  const holds = (characters: number) => answer.includes(squeeze(first.slice(0, characters)));
  if (holds(first.length)) return PAGE_READ_CUTOFF_TOKENS;
  let low = 0;
  let high = first.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return tokensOf(first.slice(0, low));
}
