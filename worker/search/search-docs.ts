import * as z from "zod";
import { INPUT_LIMITS } from "#schema/input-limits.ts";
import { DEFAULT_SEARCH_BUDGET_TOKENS, MAX_BUDGET_TOKENS, MIN_BUDGET_TOKENS } from "#schema/values.ts";
import { routeQuestion } from "#worker/catalog/route.ts";
import type { Route, RoutedSource, Routing } from "#worker/catalog/route.ts";
import { countTokens } from "#worker/content/tokens.ts";
import type { Ctx, Owner } from "#worker/context.ts";
import { asksOfVersion } from "#worker/catalog/asks-of-version.ts";
import { versionBesideName } from "#worker/catalog/choose-versions.ts";
import { questionTerms } from "#worker/docs-index/question-terms.ts";
import { embedQuestion } from "#worker/platform/embedder/embed-or-words.ts";
import type { SourceAddress } from "#worker/services.ts";
import { answerLength } from "./answer-length.ts";
import { askSources } from "./ask-sources.ts";
import type { Confidence } from "./confidence.ts";
import type { Found } from "./ask-sources.ts";
import { assembleAnswer, leftOutSection, sectionUrl } from "./assemble.ts";
import type { Assembled, ChosenChunk } from "./assemble.ts";
import { loadTexts } from "./load-texts.ts";
import { FILL, PICK, pickChunks } from "./pick.ts";
import type { Picked } from "./pick.ts";
import type { RankedCandidate } from "./rank.ts";
import type { LeftOutSection, NamedSection } from "./render.ts";
import { mintBoundary } from "./quotation-marks.ts";
import { pieceKeys, withoutSentPieces } from "./sent-parts.ts";

export const MAX_QUERY_CHARACTERS = 4000;
const MAX_VERSION_CHARACTERS = 100;
export const MAX_KEYWORDS = 8;
export const MAX_KEYWORD_CHARACTERS = 80;

export const searchInput = z.object({
  query: z
    .string()
    .trim()
    .min(1)
    .max(MAX_QUERY_CHARACTERS)
    .describe("The question, such as: sqlite upsert with returning clause"),
  keywords: z
    .array(z.string().trim().min(1).max(MAX_KEYWORD_CHARACTERS))
    .max(MAX_KEYWORDS)
    .optional()
    .describe(
      `Up to ${MAX_KEYWORDS} identifiers, options, error codes, section titles or terms that its docs probably use; guesses are welcome`,
    ),
  scope: z.enum(["all", "public", "private"]).optional().describe("Default all"),
  sources: z
    .array(z.string().min(1).max(INPUT_LIMITS.name))
    .max(20)
    .optional()
    .describe("Only these sources, by name, alias or package"),
  version: z
    .string()
    .trim()
    .max(MAX_VERSION_CHARACTERS)
    .optional()
    .describe("Of the library, such as 18 or ^18.2. Default: newest"),
  budget: z
    .number()
    .int()
    .min(MIN_BUDGET_TOKENS)
    .max(MAX_BUDGET_TOKENS)
    .optional()
    .describe(
      `Most tokens of the answer, ${MIN_BUDGET_TOKENS} to ${MAX_BUDGET_TOKENS}; more is clamped. Default: as many as the answer needs, up to ${DEFAULT_SEARCH_BUDGET_TOKENS}`,
    ),
});
export type SearchInput = z.infer<typeof searchInput>;

export type Passage = {
  title: string;
  /** Address of the passage, with the anchor of its section where the page has one. */
  url: string;
  headingPath: string[];
  source: string;
  version: string | null;
  /** ISO time of the fetch. */
  fetchedAt: string;
  contentHash: string;
  /** o200k tokens of `text`. */
  tokens: number;
  text: string;
};

export type FoundPassages = {
  /** The whole answer for the model, within the budget to the token. */
  text: string;
  passages: Passage[];
  /** Whether the passages answer, are only the nearest that there is (and free), or nothing is sent (and free). */
  confidence: Confidence;
  /** Good sections that the budget had no room for. */
  leftOut: LeftOutSection[];
  /** Sections that this session has already and that the answer would hold otherwise. */
  alreadySent: NamedSection[];
  passagesAlreadySent: number;
  /** Names of the sources that were asked. */
  sources: string[];
  /** The version that was asked for: the argument, or the one that the question writes beside the name of a source. */
  versionAsked: string | null;
};

/** The passages found, with the facts that a caller may want to remember. */
export type SearchResult = FoundPassages & {
  /** Counts of o200k tokens. */
  tokens: {
    sent: number;
    /** Tokens of passages that the session has already and that were left out. */
    withheld: number;
    /** Tokens of the whole pages that the passages come from. */
    ofFullPages: number;
  };
  /** The passages with the sources that they come from, best first. */
  sent: ChosenChunk<RoutedSource>[];
  /** The sources that the question is for: those that the question or the caller names, else the source that comes nearest. */
  meant: SourceAddress[];
  /** Hashes of the passages and parts that were sent, for `sentChunkHashes` of the next search. */
  sentHashes: string[];
};

/** The facts about the asking session that a search needs. */
export type SearchSession = {
  /** Name of the session, shown in the answer for the next call. */
  handle: string | null;
  /** Reads the hashes of passages that were sent before and are not sent again. */
  memory?: () => Promise<{ sentChunkHashes: string[] }>;
  notice?: string;
};
const NO_SESSION: SearchSession = { handle: null };

/** Most tokens of an answer that may not answer the question. */
const MAX_NEAREST_TOKENS = 800;
/** Most sources that an answer without passages names. */
const MAX_NAMES = 10;
const MAX_NAMES_OF_DEFAULT = 2;
const MAX_LIBRARIES = 3;
const MAX_VERSION_NOTICES = 3;
const BY_WORDS_ALONE =
  "Searched by exact words only: the service that compares meaning isn't responding. Use the documentation's own words.";
const MAY_NOT_ANSWER =
  "These passages may not answer this. What may help: other words, `keywords` that its docs probably use, or another source.";
const ALL_SENT =
  "Everything that answers this was sent above in this session; `repeat: true` sends it again.";
const MOSTLY_SENT = "Most of this answer was sent above in this session; `repeat: true` sends it again.";

/** Passages that answer a question, from the sources that the scope may see, within the budget, without those that the session has. */
export async function searchDocs(
  ctx: Pick<Ctx<Owner | null>, "actor" | "db" | "firstReads" | "log" | "now" | "scope" | "services">,
  input: SearchInput,
  session: SearchSession = NO_SESSION,
): Promise<SearchResult> {
  const route = (routing: Routing) => routeQuestion(ctx, { ...routing, scope: input.scope ?? "all" });
  return searchRouted(ctx, input, route, session);
}

/** Searches like `searchDocs`, in the sources that `routeTo` names. */
export async function searchRouted(
  ctx: Pick<Ctx<Owner | null>, "log" | "services">,
  input: Omit<SearchInput, "scope">,
  routeTo: (routing: Routing) => Promise<Route>,
  session: SearchSession = NO_SESSION,
): Promise<SearchResult> {
  const { terms } = await questionTerms(ctx, input.query, input.keywords);
  const [vector, route, memory] = await Promise.all([
    embedQuestion(ctx, input.query),
    routeTo({
      question: input.query,
      terms: terms.filter(({ isAdded }) => !isAdded).map(({ term }) => term),
      wanted: input.sources,
      version: input.version,
    }),
    session.memory?.(),
  ]);
  const isNarrowed = input.sources !== undefined;
  const found = await askSources(ctx, input.query, { terms, vector }, route.sources, isNarrowed);
  const { ranked } = found;
  const confidence = isOfMissingVersion(input.query, found, route) ? "absent" : found.confidence;
  const budget = budgetOf(confidence, input.budget, ranked);
  const isFilled = input.budget !== undefined && confidence === "sure";
  const sent = new Set(memory?.sentChunkHashes);
  const picked: Picked<RoutedSource> =
    confidence === "absent"
      ? { chosen: [], leftOut: [], withheld: [], isMostlySent: false }
      : pickChunks(ranked, budget, sent, isFilled ? FILL : PICK, ({ isNamed }) => isNamed);
  const { chosen } = picked;
  // A session that has most of an answer already is looking for nothing else.
  const leftOut = (picked.isMostlySent ? [] : picked.leftOut).map(leftOutSection);
  const loaded = await loadTexts(ctx, chosen);
  const unsent = loaded.flatMap((chunk) => withoutSent(chunk, sent));
  const unsentIds = new Set(unsent.map(({ candidate }) => candidate.chunkHash));
  const sentInParts = loaded.filter(({ candidate }) => !unsentIds.has(candidate.chunkHash));
  const withheld = [...picked.withheld, ...sentInParts];
  const alreadySent = listSections(withheld);
  const claimed = versionClaimed(ranked);
  const answer = assembleAnswer(
    unsent.map((chunk) => withLabel(chunk, claimed)),
    {
      confidence,
      leftOut,
      alreadySent,
      notices: [
        ...(session.notice === undefined ? [] : [session.notice]),
        ...(withheld.length > 0 && unsent.length === 0 ? [ALL_SENT] : []),
        ...(picked.isMostlySent && unsent.length > 0 ? [MOSTLY_SENT] : []),
        ...(confidence === "nearest" && unsent.length > 0 ? [MAY_NOT_ANSWER] : []),
        ...(confidence === "absent" ? [] : saidByOthers(found, isNarrowed)),
        ...(found.confidence === "absent" ? [nothingFound(found, isNarrowed)] : []),
        ...(vector && !found.isByWords ? [] : [BY_WORDS_ALONE]),
        ...versionNotices(route, chosen, claimed),
      ],
      session: session.handle,
      // A reader rarely goes on from an answer of the length it needs, and each name costs 35 tokens.
      maxNames: input.budget === undefined ? MAX_NAMES_OF_DEFAULT : undefined,
    },
    budget,
    mintBoundary([...loaded.map(({ text }) => text), JSON.stringify([chosen, leftOut, alreadySent])]),
    terms,
  );
  const texts = new Map(loaded.map(({ candidate, text }) => [candidate.chunkHash, text]));
  const sentHashes = answer.sent.flatMap(({ candidate: { chunkHash }, text, isCut }) =>
    isCut ? pieceKeys(chunkHash, texts.get(chunkHash)!, text) : [chunkHash],
  );
  return {
    ...describe(answer, { confidence, withheld, alreadySent, asked: found.asked, route }),
    sentHashes,
    meant: addressesMeant(found, isNarrowed, confidence),
  };
}

function addressesMeant(
  { asked, ranked }: Found,
  isNarrowed: boolean,
  confidence: Confidence,
): SourceAddress[] {
  const named = isNarrowed ? asked : asked.filter(({ isNamed }) => isNamed);
  const nearest = confidence === "absent" ? [] : ranked.slice(0, 1).map(({ source }) => source);
  return (named.length > 0 ? named : nearest).map(({ address }) => address);
}

/** A passage whose source is labelled with a version: the source's own, else the one that its address or its pages say. */
function withLabel(
  chunk: ChosenChunk<RoutedSource>,
  claimed: ReadonlyMap<RoutedSource, string>,
): ChosenChunk<RoutedSource> {
  const { source } = chunk;
  const version = versionBesideName(source) ?? claimed.get(source) ?? null;
  return { ...chunk, source: { ...source, version } };
}

/** The version that the best page of each source names in its titles, as in `Django 3.2.25 documentation`. */
function versionClaimed(candidates: RankedCandidate<RoutedSource>[]): ReadonlyMap<RoutedSource, string> {
  const claims = new Map<RoutedSource, string>();
  for (const { source, candidate } of candidates)
    if (candidate.statedVersion !== null && !claims.has(source)) claims.set(source, candidate.statedVersion);
  return claims;
}

/** The sections of candidates, each once. */
function listSections(candidates: RankedCandidate<RoutedSource>[]): NamedSection[] {
  const sections = candidates.map(({ candidate }) => ({
    title: candidate.title,
    headingPath: candidate.headingPath,
    url: sectionUrl(candidate),
  }));
  return [...new Map(sections.map((section) => [section.url, section])).values()];
}

/** Whether the question is about a version itself that is not there: passages of other versions would only mislead. */
function isOfMissingVersion(question: string, { asked }: Found, { notices }: Route): boolean {
  const missing = new Set(notices.filter(({ isOfNamed }) => isOfNamed).flatMap(({ sourceIds }) => sourceIds));
  const names = asked.filter(({ address }) => missing.has(address.sourceId)).map(({ name }) => name);
  return names.length > 0 && asksOfVersion(question, names);
}

/** The part of a passage that the session does not have; an empty list when nothing of the passage is left. */
function withoutSent(
  chunk: ChosenChunk<RoutedSource>,
  sent: ReadonlySet<string>,
): ChosenChunk<RoutedSource>[] {
  const text = withoutSentPieces(chunk.candidate.chunkHash, chunk.text, sent);
  if (text === null) return [];
  if (text === chunk.text) return [chunk];
  return [{ ...chunk, text, candidate: { ...chunk.candidate, tokens: countTokens(text) } }];
}

/** The budget that the caller asked for, else the tokens that the answer needs; less for passages that may not answer. */
function budgetOf(
  confidence: Confidence,
  asked: number | undefined,
  ranked: RankedCandidate<RoutedSource>[],
): number {
  const budget = asked ?? answerLength(ranked, ({ isNamed }) => isNamed);
  return confidence === "sure" ? budget : Math.min(budget, MAX_NEAREST_TOKENS);
}

/** The sentence of an answer without passages: why nothing is sent, and what to do. Such an answer costs nothing. */
function nothingFound({ asked, absent }: Found, isNarrowed: boolean): string {
  if (asked.length === 0) return "No documents are indexed here yet. Add a site, or search another scope.";
  const names = listNames([...new Set(asked.map(({ name }) => name))]);
  if (absent.length > 0 && isNarrowed) return notChosen(absent);
  if (absent.length > 0)
    return `No source named ${listLibraries(absent)} is indexed, and nothing in ${names} answers this. Add its docs to search them.`;
  return `This has nothing in common with ${names}. Name the library, ask in the words of its docs, or add its docs.`;
}

/** The notice that no source is the library asked about: docs of a program that uses the library may say enough, and may not. */
function saidByOthers({ absent }: Found, isNarrowed: boolean): string[] {
  if (absent.length === 0) return [];
  return isNarrowed
    ? [notChosen(absent)]
    : [`No source named ${listLibraries(absent)} is indexed; these passages are from other sources.`];
}

/** The notice where the caller chose the sources: whether a source outside these is the library named is not known. */
function notChosen(absent: string[]): string {
  return `None of the sources in \`sources\` is ${listLibraries(absent)}. Leave \`sources\` out to search all.`;
}

function listLibraries(absent: string[]): string {
  return absent.slice(0, MAX_LIBRARIES).join(" or ");
}

function listNames(names: string[]): string {
  const more = names.length - MAX_NAMES;
  const others = more > 0 ? ` and ${more} more ${more === 1 ? "source" : "sources"}` : "";
  return `${names.slice(0, MAX_NAMES).join(", ")}${others}`;
}

/** Notices that a library is served in another version than asked for: of libraries that were named or whose passages are sent. */
function versionNotices(
  { notices }: Route,
  chosen: RankedCandidate<RoutedSource>[],
  claimed: ReadonlyMap<RoutedSource, string>,
): string[] {
  const claims = new Map([...claimed].map(([{ address }, version]) => [address.sourceId, version]));
  const sentIds = new Set(chosen.map(({ source }) => source.address.sourceId));
  return notices
    .filter(({ isOfNamed, sourceIds }) => isOfNamed || sourceIds.some((id) => sentIds.has(id)))
    .map(({ text, sourceIds }) => {
      const claim = sourceIds.map((id) => claims.get(id)).find((version) => version !== undefined);
      return claim ? `${text} Its pages say ${claim}.` : text;
    })
    .slice(0, MAX_VERSION_NOTICES);
}

function describe(
  answer: Assembled<RoutedSource>,
  about: {
    confidence: Confidence;
    withheld: RankedCandidate<RoutedSource>[];
    alreadySent: NamedSection[];
    asked: RoutedSource[];
    route: Route;
  },
): Omit<SearchResult, "sentHashes" | "meant"> {
  // The answer's text is counted first, since the tokenizer remembers the text that it counted last.
  const tokensSent = countTokens(answer.text);
  const pageTokens = new Map(answer.sent.map(({ candidate }) => [candidate.url, candidate.pageTokens]));
  return {
    text: answer.text,
    passages: answer.sent.map(({ candidate, source, text, isCut }) => ({
      title: candidate.title,
      url: sectionUrl(candidate),
      headingPath: candidate.headingPath,
      source: source.name,
      version: source.version,
      fetchedAt: new Date(candidate.fetchedAt).toISOString(),
      contentHash: candidate.contentHash,
      tokens: isCut ? countTokens(text) : candidate.tokens,
      text,
    })),
    confidence: about.confidence,
    leftOut: answer.leftOut,
    alreadySent: about.alreadySent,
    passagesAlreadySent: about.withheld.length,
    sources: [...new Set(about.asked.map((source) => source.name))],
    versionAsked: about.route.versionAsked,
    tokens: {
      sent: tokensSent,
      withheld: about.withheld.reduce((sum, { candidate }) => sum + candidate.tokens, 0),
      ofFullPages: [...pageTokens.values()].reduce((sum, tokens) => sum + tokens, 0),
    },
    sent: answer.sent,
  };
}
