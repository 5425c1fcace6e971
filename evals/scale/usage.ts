import type { Measured } from "./measured.ts";
import { addUp } from "./prices.ts";
import type { Usage } from "./prices.ts";

/** What a deployment is asked to do in a month. Assumptions are named here and told in docs/figures/costs.md. */
export type Workload = {
  calls: number;
  callsPerPayer: number;
  /** Of the searches, those whose question names its source; the others ask `sourcesUnnamed` of them. */
  namedShare: number;
  sourcesUnnamed: number;
  /** Of the calls, those that come with an OAuth token instead of a key. */
  oauthShare: number;
  publicSources: number;
  /** Rows that the state of the public sources costs with each call: all of them today (PUBLIC_STATE of worker/catalog/repo.ts). */
  publicStateRows: number;
  ownSourcesPerPayer: number;
  pagesPerSource: number;
  publicRefreshDays: number;
  ownRefreshDays: number;
  /** Of the pages that a refresh looks at. */
  changedShare: number;
  /** Of the pages that are fetched, those that a browser draws, and how long that takes. */
  drawnShare: number;
  drawnSeconds: number;
  mailsPerPayer: number;
  /** How long a deployment has been keeping its history of credits. */
  monthsKept: number;
};

/** An object is billed for 128 MB while it works. */
const OBJECT_GB = 0.128;
const DAYS = 30;
/** A charge keeps its object awake so long, to send what comes together (GATHER_MS of worker/credits/credit-counter.ts). */
const GATHER_SECONDS = 0.2;
/** A page every 200 ms of a host that says nothing else, for the 20 seconds of a ticket (worker/crawl/crawl-host.ts, run-ticket.ts). */
export const PAGES_PER_TICKET = 100;
/** Of a message that arrives: written, read, deleted. */
const OPERATIONS_PER_MESSAGE = 3;
/** Pages that a consumer takes at a time (LEASE of worker/crawl/run-ticket.ts). */
const LEASE = 12;

/** One kind of call of an object, how often one search or read makes it, and the file of worker/ that says so. */
type ObjectCall = { call: string; search: number; read: number; from: string };

/** The calls of objects that one search and one read make at most, with a key that also owns sources. */
export function objectCalls({ callsPerSession }: Measured, work: Workload): ObjectCall[] {
  const asked = work.namedShare + (1 - work.namedShare) * work.sourcesUnnamed;
  const perSession = 2 / callsPerSession;
  return [
    call("RateLimiter.pace", 1, 1, "mcp/routes.ts"),
    call("CreditCounter.reserve, .post, its alarm", 3, 3, "calls/with-charge.ts, credits/credit-counter.ts"),
    call("LiveHub.publish", 1, 1, "credits/credit-counter.ts"),
    call("McpSession.opened, .memory or .keptPage", 2, 2, "calls/replay.ts, calls/call-tool.ts"),
    call("McpSession.remember, .rememberResult, .keepPages", 3, 3, "calls/replay.ts, calls/call-tool.ts"),
    call("McpSession alarms", perSession, perSession, "calls/mcp-session.ts"),
    call("Catalog.findSources", 2, 0, "catalog/route.ts"),
    call("DocsIndex.findCandidates", asked, 0, "search/ask-sources.ts"),
    // Passages of several sources come from three of them at most, by the length of an answer.
    call("DocsIndex.chunkTexts", 3 * (1 - work.namedShare), 0, "search/load-texts.ts"),
    call("DocsIndex.readPage", 3, 2, "calls/read-ahead.ts, reader/find-page.ts"),
    call("DocsIndex.rankWithinPage", 0, 1, "reader/rank-parts.ts"),
  ];
}

/** Rows that a session writes for one call: its memory, the answer, up to three pages, their lists, its life; and two alarms and the deletion later. */
const SESSION_ROWS = { perCall: 10, perSession: 12 };

/** What a call is billed for, upper bounds where the platform may count less. */
export function callUsage(measured: Measured, work: Workload, kind: "search" | "read"): Usage {
  const { rows, callsPerSession, nothingMs } = measured;
  const calls = objectCalls(measured, work);
  const requests = sum(calls.map((one) => one[kind]));
  const asked = calls.find(({ call: name }) => name === "DocsIndex.findCandidates")![kind];
  const coldRows = (rows.coldSearchRead * work.pagesPerSource * measured.chunksPerPage) / rows.chunks;
  const callMs = kind === "search" ? measured.searchMs : measured.readMs;
  const objectSeconds =
    ((requests - asked) * nothingMs + asked * (measured.searchMs - nothingMs)) / 1000 + GATHER_SECONDS;
  return {
    requests: 1,
    cpuMs: callMs,
    logLines: 1,
    dataPoints: 2,
    objectRequests: requests,
    objectGbSeconds: OBJECT_GB * objectSeconds,
    objectRowsRead: rows.charge.read + SESSION_ROWS.perCall + asked * coldRows,
    objectRowsWritten:
      rows.charge.written + 1 + SESSION_ROWS.perCall + SESSION_ROWS.perSession / callsPerSession,
    // The key and its index, own sources twice, the state of the public ones, the plan.
    d1RowsRead: 3 + 2 * work.ownSourcesPerPayer + work.publicStateRows,
    // A row of the history with two indexes; the key's last use.
    d1RowsWritten: 4,
    kvReads: work.oauthShare,
    // A new access token is two keys; one for each session at most.
    kvWrites: (2 * work.oauthShare) / callsPerSession,
  };
}

/** A page that a crawl reads: one that is new or has changed, or one that is as it was. */
export function pageUsage(measured: Measured, work: Workload, kind: "fresh" | "unchanged"): Usage {
  const isFresh = kind === "fresh";
  const ms = isFresh ? measured.freshPageMs : measured.unchangedPageMs;
  // The run's exchange; the host's turn, what is known and what is shared, for a dozen pages; a claim, a look for its text and the page itself.
  const requests = 1 + 3 / LEASE + (isFresh ? 3 : 0);
  return {
    cpuMs: ms,
    objectRequests: requests,
    objectGbSeconds: (OBJECT_GB * (requests * measured.nothingMs + (isFresh ? ms : 0))) / 1000,
    // Added, taken and done in the run's list with its indexes (worker/runs/frontier.ts); then what the index writes.
    objectRowsWritten: isFresh ? 11 + measured.rows.pageWritten : 9,
    objectRowsRead: 10,
    queueOperations: OPERATIONS_PER_MESSAGE / PAGES_PER_TICKET,
    browserHours: (work.drawnShare * work.drawnSeconds) / 3600,
  };
}

const MAIL: Usage = { mails: 1, r2ClassA: 2, queueOperations: OPERATIONS_PER_MESSAGE };

/** A clock of five minutes that begins what is due and asks six components how they are, all month. */
const CLOCK: Usage = {
  requests: 8_640,
  cpuMs: 8_640 * 50,
  d1RowsRead: 8_640 * 1_000,
  objectRequests: 8_640 * 6,
};

/** Everything that a month of a deployment uses. */
export function monthOf(measured: Measured, work: Workload): Usage {
  const payers = Math.max(1, work.calls / work.callsPerPayer);
  const publicPages = work.publicSources * work.pagesPerSource;
  const ownPages = payers * work.ownSourcesPerPayer * work.pagesPerSource;
  const looked = (publicPages * DAYS) / work.publicRefreshDays + (ownPages * DAYS) / work.ownRefreshDays;
  const searches = work.calls * measured.searchShare;
  const stored: Usage = {
    objectGb: ((publicPages + ownPages) * measured.chunksPerPage * measured.bytesPerChunk) / 1e9,
    d1Gb: (work.calls * work.monthsKept * measured.rows.historyRowBytes) / 1e9,
  };
  return addUp(
    [callUsage(measured, work, "search"), searches],
    [callUsage(measured, work, "read"), work.calls - searches],
    [pageUsage(measured, work, "unchanged"), looked * (1 - work.changedShare)],
    [pageUsage(measured, work, "fresh"), looked * work.changedShare],
    [MAIL, payers * work.mailsPerPayer],
    [CLOCK, 1],
    [stored, 1],
  );
}

/** What the other embedder would use beside: tokens of changed passages and of questions, at 1,075 neurons a million. */
export function neuronsOf(measured: Measured, work: Workload): number {
  const payers = Math.max(1, work.calls / work.callsPerPayer);
  const pages =
    work.pagesPerSource *
    ((work.publicSources * DAYS) / work.publicRefreshDays +
      (payers * work.ownSourcesPerPayer * DAYS) / work.ownRefreshDays);
  const passageTokens = pages * work.changedShare * measured.chunksPerPage * TOKENS_PER_PASSAGE;
  return ((passageTokens + work.calls * TOKENS_PER_QUESTION) * NEURONS_PER_MILLION_TOKENS) / 1e6;
}

/** Of qwen3-embedding-0.6b, on the page of prices of Workers AI. */
const NEURONS_PER_MILLION_TOKENS = 1_075;
/** Assumed. */
const TOKENS_PER_PASSAGE = 300;
const TOKENS_PER_QUESTION = 30;

function call(name: string, search: number, read: number, from: string): ObjectCall {
  return { call: name, search, read, from };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
