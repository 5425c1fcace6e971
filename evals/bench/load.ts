import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import * as z from "zod";
import { getFromLocalDoor, postToLocalDoor } from "#local/local-door.ts";
import { startServer } from "#local/server.ts";
import type { LocalServer } from "#local/server.ts";
import type { BenchOptions } from "./args.ts";
import { markdownTable, writeFigures } from "./figures.ts";
import { serveKillSite } from "./kill-site.ts";
import { quantile, runClients } from "./load-clients.ts";
import type { Call, Outcome } from "./load-clients.ts";
import { openSockets } from "./load-sockets.ts";
import { watchServer } from "./load-watch.ts";
import type { Sample } from "./load-watch.ts";
import { findWorkerd } from "./workerd-port.ts";

const MINUTES = 5;
const PAGES = 100;
/** Clients by kind, 200 together. */
const CLIENTS = { searchAndRead: 140, greedy: 10, signIn: 10, sockets: 40 };
/** Number of accounts, each on the largest plan, whose pace is 600 calls a minute. */
const ACCOUNTS = 20;
const PASSWORD = "correct horse battery";
const BUDGETS = [300, 600, 1_000, 2_000];
/** Factor by which memory at the end may be above the mean of its second minute. */
const FLAT = 1.1;
const TIMEOUT_MS = 60_000;

/**
 * A folder of Linux that is in memory. On one machine, workerd and everything it serves stop until the disk has each write of
 * each object, which the platform does not do. On a disk the figures would be the disk's: a third of the answers in memory.
 */
const IN_MEMORY = "/dev/shm";

type Account = { apiKey: string; email: string };

const answered = z.object({ text: z.string() });

/** 200 clients at once at the pace of production: searches, reads, sign-ins, open sockets, and one account that asks for too much. */
export async function benchLoad(options: BenchOptions): Promise<void> {
  const stateDir = existsSync(IN_MEMORY) ? mkdtempSync(join(IN_MEMORY, "docenda-load-")) : options.stateDir;
  rmSync(stateDir, { recursive: true, force: true });
  const seconds = options.limit ?? MINUTES * 60;
  const site = await serveKillSite(PAGES);
  const server = await startServer({
    port: 0,
    stateDir,
    env: { PACE_FACTOR: "1" },
    quiet: true,
  });
  try {
    await indexForAll(server, site.startUrl(0));
    const accounts = await makeAccounts(server);
    const greedy = await makeAccount(server, "greedy@docenda.test", "Free");
    const seen = new Seen();
    const url = await findWorkerd(server.workerdPids());
    const sockets = await openSockets(url, {
      count: CLIENTS.sockets,
      emails: accounts.slice(0, 4).map(({ email }) => email),
      password: PASSWORD,
    });
    const pages = (page: number) => site.pageUrl(0, page);
    const fire = (clients: number, next: () => Call) =>
      runClients({ url, clients, seconds, timeoutMs: TIMEOUT_MS, next });
    const watch = watchServer(url, () => server.workerdPids());
    const results = await Promise.all([
      fire(CLIENTS.searchAndRead, searchesAndReads(accounts, pages, seen)),
      fire(CLIENTS.greedy, searchesAndReads([greedy], pages, seen)),
      fire(CLIENTS.signIn, signIns(accounts, seen)),
    ]);
    const open = sockets.open();
    sockets.close();
    report({
      isInMemory: stateDir !== options.stateDir,
      seconds,
      results,
      seen,
      samples: await watch.stop(),
      sockets: { ...open, opened: CLIENTS.sockets },
    });
  } finally {
    await server.close();
    await site.close();
    if (stateDir !== options.stateDir) rmSync(stateDir, { recursive: true, force: true });
  }
}

/** The answers that came back, by kind of call. */
class Seen {
  readonly statuses = new Map<string, number>();
  /**
   * Answers, whose tokens are counted when all is over: a client that counts for seconds leaves its connections idle, and
   * workerd closes those after five.
   */
  answers: { text: string; budget: number }[] = [];
  /** The first refusal for pace, as its client gets it. */
  refusal: { status: number; headers: Record<string, unknown>; body: string } | null = null;

  note(kind: string, status: number): void {
    const key = `${kind} ${status}`;
    this.statuses.set(key, (this.statuses.get(key) ?? 0) + 1);
  }
}

/** Search and read by turns, each call with the next account and the next budget. */
function searchesAndReads(accounts: Account[], pageUrl: (page: number) => string, seen: Seen): () => Call {
  let calls = 0;
  return () => {
    const number = (calls += 1);
    const kind = number % 2 === 0 ? "search" : "read";
    const budget = BUDGETS[number % BUDGETS.length]!;
    const { apiKey } = accounts[number % accounts.length]!;
    const args =
      kind === "search"
        ? { query: `how the number ${number % PAGES} is made of smaller ones, ${number}` }
        : { url: pageUrl(number % PAGES) };
    return {
      kind,
      path: `/api/v1/${kind}`,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ ...args, budget }),
      onAnswer: ({ status, headers, body }) => {
        seen.note(kind, status);
        if (status === 429) seen.refusal ??= { status, headers, body };
        if (status === 200) seen.answers.push({ text: answered.parse(JSON.parse(body)).text, budget });
      },
    };
  };
}

function signIns(accounts: Account[], seen: Seen): () => Call {
  let calls = 0;
  return () => {
    const number = (calls += 1);
    return {
      kind: "sign-in",
      path: "/api/auth/sign-in",
      headers: {
        "content-type": "application/json",
        // Each sign-in comes from a network of its own, as the edge would say.
        "cf-connecting-ip": `198.18.${(number >> 8) & 255}.${number & 255}`,
      },
      body: JSON.stringify({ email: accounts[number % accounts.length]!.email, password: PASSWORD }),
      onAnswer: ({ status }) => seen.note("sign-in", status),
    };
  };
}

async function indexForAll(server: LocalServer, url: string): Promise<void> {
  const { executionId } = await postToLocalDoor(server, "public-sources", {
    name: "chapters",
    url,
    maxPages: PAGES,
  });
  for (;;) {
    const { status, error } = await getFromLocalDoor(server, `job-runs/${String(executionId)}`);
    if (status === "COMPLETE") return;
    if (status === "FAILED") throw new Error(`the site was not indexed: ${String(error)}`);
    await sleep(500);
  }
}

async function makeAccounts(server: LocalServer): Promise<Account[]> {
  const accounts: Account[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1)
    accounts.push(await makeAccount(server, `load-${n}@docenda.test`, "Pro"));
  return accounts;
}

async function makeAccount(server: LocalServer, email: string, tier: string): Promise<Account> {
  const order = { email, tier, credits: 1_000_000, password: PASSWORD };
  const { apiKey } = z
    .object({ apiKey: z.string() })
    .parse(await postToLocalDoor(server, "demo-account", order));
  return { apiKey, email };
}

type Report = {
  isInMemory: boolean;
  seconds: number;
  results: Outcome[][];
  seen: Seen;
  samples: Sample[];
  sockets: { opened: number; alive: number; messages: number };
};

function report({ isInMemory, seconds, results, seen, samples, sockets }: Report): void {
  const failed = results.flat().filter(({ failure }) => failure !== null);
  const aboveBudget = seen.answers
    .map(({ text, budget }) => ({ tokens: countTokens(text), budget }))
    .filter(({ tokens, budget }) => tokens > budget);
  const memory = samples.map(({ memoryMb }) => memoryMb);
  const fifth = Math.floor(memory.length / 5);
  const second = mean(memory.slice(fifth, 2 * fifth));
  const last = mean(memory.slice(-Math.max(1, fifth)));
  const serverErrors = [...seen.statuses]
    .filter(([key]) => / 5\d\d$/.test(key))
    .reduce((sum, [, n]) => sum + n, 0);
  const refused = new Map(
    Object.entries(seen.refusal?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const header = (name: string) => String(refused.get(name) ?? "none");
  const body = [
    `${Object.values(CLIENTS).reduce((sum, n) => sum + n, 0)} clients at once for ${seconds} seconds at the pace of production (undici, one kept connection each, loopback, straight to workerd):`,
    `${CLIENTS.searchAndRead} search and read with ${ACCOUNTS} accounts on Pro, ${CLIENTS.greedy} do with one on Free, ${CLIENTS.signIn} sign in,`,
    `and ${CLIENTS.sockets} keep a live socket open. The data of the server is ${isInMemory ? "in memory" : "on the disk"}.`,
    "Clients and server share the machine's cores with whatever else runs on it, so the times say little of the platform's.",
    "",
    markdownTable([
      ["", "Answers", "Failed", "p50 ms", "p97.5 ms", "p99 ms"],
      ...results.map((outcomes, at) => {
        const times = outcomes.filter(({ status }) => status !== null).map(({ tookMs }) => tookMs);
        return [
          ["Searches and reads", "The same with one Free account", "Sign-ins"][at]!,
          times.length,
          outcomes.length - times.length,
          quantile(times, 0.5),
          quantile(times, 0.975),
          quantile(times, 0.99),
        ];
      }),
    ]),
    "",
    markdownTable([
      ["Call and status", "Answers"],
      ...[...seen.statuses].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ]),
    "",
    `Answers of 5xx: ${serverErrors}. Requests without an answer: ${failed.length}. Answers above their budget: ${aboveBudget.length} of ${seen.answers.length}, counted with o200k.`,
    ...momentsOf(failed),
    `Longest wait of \`GET /api/health\`, asked once a second: ${Math.max(...samples.map(({ healthMs }) => healthMs))} ms.`,
    "",
    `Memory of workerd: ${Math.round(second)} MB in the second fifth of the time, ${Math.round(last)} MB in the last.`,
    `Objects of sessions that workerd held at a time: ${Math.min(...samples.map(({ sessions }) => sessions))} to ${Math.max(...samples.map(({ sessions }) => sessions))}, ${samples.at(-1)?.sessions ?? 0} at the end.`,
    `Sockets that were still open at the end: ${sockets.alive} of ${sockets.opened}; messages on them: ${sockets.messages}.`,
    "",
    seen.refusal === null
      ? "Nobody went faster than the plan."
      : `At the limit of its plan a client is told \`${seen.refusal.status}\`, \`Retry-After: ${header("retry-after")}\`, \`RateLimit: ${header("ratelimit")}\`, \`RateLimit-Policy: ${header("ratelimit-policy")}\`: ${messageIn(seen.refusal.body)}`,
  ].join("\n");
  console.log(`\n${body}`);
  writeFigures({
    name: "load",
    title: "Two hundred clients for five minutes",
    command: "npm run bench -- load",
    body,
    data: {
      seconds,
      statuses: Object.fromEntries(seen.statuses),
      serverErrors,
      failed,
      aboveBudget,
      samples,
      sockets,
      refusal: seen.refusal,
    },
  });
  const isFlat = last <= second * FLAT;
  if (
    serverErrors > 0 ||
    failed.length > 0 ||
    aboveBudget.length > 0 ||
    !isFlat ||
    sockets.alive < sockets.opened
  )
    process.exitCode = 1;
}

/** Requests without an answer, by the second and the reason: one cause ends many at the same moment. */
function momentsOf(failed: Outcome[]): string[] {
  const moments = Map.groupBy(
    failed,
    ({ atMs, tookMs, failure }) => `${Math.floor((atMs + tookMs) / 1000)} s: ${failure}`,
  );
  return [...moments].map(([moment, some]) => `- ${moment}, ${some.length}`);
}

function messageIn(body: string): string {
  const parsed = z.looseObject({ error: z.looseObject({ message: z.string() }) }).safeParse(JSON.parse(body));
  return parsed.success ? parsed.data.error.message : body.slice(0, 200);
}

function mean(part: number[]): number {
  return part.reduce((sum, mb) => sum + mb, 0) / Math.max(1, part.length);
}
