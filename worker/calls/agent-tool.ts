import type * as z from "zod";
import type { NamedSources } from "#worker/catalog/list-most-used.ts";
import type { Ctx } from "#worker/context.ts";
import type { EvidencePassage } from "#schema/evidence.ts";
import type { KeptPage } from "#worker/reader/find-page.ts";
import type { Given, SessionMemory } from "./mcp-session.ts";

/** The kind of paid call, as the credit history names it. */
export type PaidOperation = "search" | "read" | "chat";

/** Arguments that every tool has beside its own. */
export type SessionArguments = { session?: string; repeat?: boolean };

/**
 * One tool of an agent, described once. MCP under all its names, the HTTP API and the console are adapters of this type; no adapter knows
 * what a tool does, and no tool knows by which door it was called.
 */
export type AgentTool<Input extends SessionArguments, Found extends { text: string }> = {
  name: string;
  title: string;
  /** Description that a model needs before choosing the tool; later hints are in the answer. */
  describe: (sources: NamedSources | null) => string;
  /** The arguments with their hints and limits. */
  input: z.ZodObject & z.ZodType<Input>;
  /** Other names under which models and clients send an argument, by the name that the tool lists. */
  aliases: Record<string, string[]>;
  /** Arguments that work, shown with every complaint. */
  example: object;
  /** JSON Schema of the answer, for programs that ask for typed results. */
  outputSchema: { type: "object"; properties: Record<string, object> };
  operation: PaidOperation;
  /** Credits that a call with an answer costs. */
  price: number;
  /** True for a tool that only reads stored data, so that a second run is harmless and fast. */
  isLookUp: boolean;
  /** Text of a call in the credit history. */
  summarize: (input: Input) => string;
  run: (ctx: Ctx, input: Input, session: ToolSession) => Promise<ToolOutcome<Found>>;
  /** The facts about an answer, without the text of the documentation. */
  facts: (answer: Answer<Found>) => Record<string, unknown>;
  /** Content of an evidence receipt about an answer. */
  evidence: (answer: Answer<Found>) => { confidence: string | null; passages: CitedPassage[] };
  /** The answer in the form of typed results. */
  typed: (answer: Answer<Found>) => Record<string, unknown>;
};

/** A passage with the text whose hash is in a receipt. */
export type CitedPassage = Omit<EvidencePassage, "textHash"> & { text: string };

/** The calling session as a tool sees it. */
export type ToolSession = {
  /** Handle shown in the answer for the next call; null where no call can name the session. */
  handle: string | null;
  /** Earlier passages and questions; absent where there is nothing to look up. */
  memory?: () => Promise<SessionMemory>;
  /** A page that was read ahead or read before. */
  keptPage?: (url: string) => Promise<KeptPage | null>;
  /** Notice shown in the answer. */
  notice?: string;
  /** True when the answer is shown as a list of pages: no passage counts as sent. */
  isList: boolean;
};

/** Tokens (o200k) of an answer. */
export type TokenCounts = {
  sent: number;
  /** Tokens of passages that this session has already and that were left out. */
  withheld: number;
  /** Tokens of the whole pages behind the answer: the cost of reading them. */
  ofFullPages: number;
};

export type ToolOutcome<Found> = {
  found: Found;
  /** False for an outcome that costs nothing. */
  isBillable: boolean;
  tokens: TokenCounts;
  /** Name of the source of the best passage, or of the page; null for a page outside all sources. */
  source: string | null;
  /** Memory of the answer for the session. */
  given: () => Promise<Given | null>;
  /** Pages that a following read will probably ask for. */
  pagesToKeep: () => Promise<KeptPage[]>;
};

export type Receipt = {
  tokensSent: number;
  /** Tokens of passages that this session has already and that were left out. */
  tokensWithheld: number;
  /** Tokens of the whole pages behind the passages: the cost of reading them. */
  tokensOfFullPages: number;
  creditsUsed: number;
  creditsLeft: number;
};

/** Answer of a call for every door. `text` shows the session's handle when there is one. */
export type Answer<Found> = Found & { session: string | null; receipt: Receipt };

/** The receipt in JSON Schema. */
export const RECEIPT_SCHEMA = {
  type: "object",
  properties: {
    tokensSent: { type: "integer" },
    tokensWithheld: { type: "integer" },
    tokensOfFullPages: { type: "integer" },
    creditsUsed: { type: "integer" },
    creditsLeft: { type: "integer" },
  },
};
