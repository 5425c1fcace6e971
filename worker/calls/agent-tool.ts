import type * as z from "zod";
import type { NamedSources } from "#worker/catalog/list-most-used.ts";
import type { Ctx } from "#worker/context.ts";
import type { EvidencePassage } from "#schema/evidence.ts";
import type { KeptPage } from "#worker/reader/find-page.ts";
import type { Given, SessionMemory } from "./mcp-session.ts";

/** What is paid for, as the history of credits names it. */
export type PaidOperation = "search" | "read" | "chat";

/** Arguments that every tool has beside its own. */
export type SessionArguments = { session?: string; repeat?: boolean };

/**
 * One tool of an agent, described once. MCP under all its names, the HTTP API and the console are adapters of this; none
 * of them knows what a tool does, and no tool knows by which door it was called.
 */
export type AgentTool<Input extends SessionArguments, Found extends { text: string }> = {
  name: string;
  title: string;
  /** What a model needs before it chooses; what it needs afterwards is in the answer. */
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
  /** Credits of a call that has an answer. */
  price: number;
  /** Reads what is stored and nothing else, so that running it a second time is harmless and fast. */
  isLookUp: boolean;
  /** What the history of credits shows of a call. */
  summarize: (input: Input) => string;
  run: (ctx: Ctx, input: Input, session: ToolSession) => Promise<ToolOutcome<Found>>;
  /** The facts about an answer, without the text of the documentation. */
  facts: (answer: Answer<Found>) => Record<string, unknown>;
  /** What an evidence receipt states of an answer. */
  evidence: (answer: Answer<Found>) => { confidence: string | null; passages: CitedPassage[] };
  /** The answer as typed results have it. */
  typed: (answer: Answer<Found>) => Record<string, unknown>;
};

/** A passage with the text that its hash in a receipt is of. */
export type CitedPassage = Omit<EvidencePassage, "textHash"> & { text: string };

/** What a tool is told of the session that calls it. */
export type ToolSession = {
  /** Shown in the answer for the next call; null where no call can name it. */
  handle: string | null;
  /** What was sent and asked before; absent where there is nothing to look up. */
  memory?: () => Promise<SessionMemory>;
  /** A page that was read ahead or read before. */
  keptPage?: (url: string) => Promise<KeptPage | null>;
  /** Said in the answer. */
  notice?: string;
  /** The answer is shown as a list of pages: no passage counts as sent. */
  isList: boolean;
};

/** Tokens (o200k) of an answer. */
export type TokenCounts = {
  sent: number;
  /** Of passages that this session has already and that were left out. */
  withheld: number;
  /** Of the whole pages that the answer comes from: what reading them would have cost. */
  ofFullPages: number;
};

export type ToolOutcome<Found> = {
  found: Found;
  /** False where there is nothing to pay for. */
  isBillable: boolean;
  tokens: TokenCounts;
  /** Name of the source of the best passage, or of the page; null where no source has it. */
  source: string | null;
  /** What the session remembers of the answer. */
  given: () => Promise<Given | null>;
  /** Pages that a following read will probably ask for. */
  pagesToKeep: () => Promise<KeptPage[]>;
};

export type Receipt = {
  tokensSent: number;
  /** Of passages that this session has already and that were left out. */
  tokensWithheld: number;
  /** Of the whole pages that the passages come from: what reading them would have cost. */
  tokensOfFullPages: number;
  creditsUsed: number;
  creditsLeft: number;
};

/** What every door gets of a call. `text` shows the session's handle when there is one. */
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
