import { rmSync } from "node:fs";
import { startServer } from "#local/server.ts";
import type { LocalServer } from "#local/server.ts";
import { generateKey } from "#worker/api-keys/key-format.ts";
import { quantile } from "../statistics.ts";
import type { BenchOptions } from "./args.ts";
import { markdownTable, writeFigures } from "./figures.ts";
import { watchMemory } from "./memory.ts";

const TRIES_OF_EACH = 200;
/** Attempts below the limits: an address is refused after ten failed ones in ten minutes, a network after twenty. */
const TRIES_PER_ADDRESS = 8;
const TRIES_PER_NETWORK = 15;
const KEY_CALLS = 1_000;
const SIGN_INS = 100;
const PASSWORD = "correct horse battery";

type Times = number[];

/**
 * The cost of identity: the look-up of an API key, a sign-in, and whether the time of a refusal tells a known address from an
 * unknown one. The two sides of a comparison are asked in turns, so that both see the same machine.
 */
export async function benchAuth(options: BenchOptions): Promise<void> {
  rmSync(options.stateDir, { recursive: true, force: true });
  const server = await startServer({ port: 0, stateDir: options.stateDir });
  try {
    const emails = await makeAccounts(server, Math.ceil(TRIES_OF_EACH / TRIES_PER_ADDRESS));
    const keys = await timeKeys(server);
    const refusals = await timeRefusals(server, emails);
    const memory = watchMemory(() => server.workerdPids());
    const signIns = await timeSignIns(server, emails);
    const peakMb = memory.stop();
    report(keys, refusals, signIns, peakMb);
  } finally {
    await server.close();
  }
}

/** Times of refused keys: well-formed ones, refused after an HMAC and a look-up in D1, and malformed ones. */
async function timeKeys(server: LocalServer): Promise<{ lookedUp: Times; malformed: Times }> {
  const ask = (key: string) => timed(server, "GET", "/api/sources", { "x-api-key": key });
  const lookedUp: Times = [];
  const malformed: Times = [];
  for (let call = 0; call < KEY_CALLS; call += 1) {
    lookedUp.push(await ask(generateKey()));
    malformed.push(await ask(`doc_${"x".repeat(38)}`));
  }
  return { lookedUp, malformed };
}

async function timeRefusals(
  server: LocalServer,
  emails: string[],
): Promise<{ known: Times; unknown: Times }> {
  const times: { known: Times; unknown: Times } = { known: [], unknown: [] };
  let tries = 0;
  const guess = (email: string) => {
    const headers = { "cf-connecting-ip": networkOf(Math.floor(tries++ / TRIES_PER_NETWORK)) };
    return timed(server, "POST", "/api/auth/sign-in", headers, { email, password: "a wrong password" }, 401);
  };
  for (let round = 0; round < TRIES_OF_EACH; round += 1) {
    const known = emails[round % emails.length] ?? "";
    const unknown = `nobody-${round % emails.length}@docenda.test`;
    // The two kinds take turns at coming first, or the second would always find a warmer machine.
    for (const kind of round % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const))
      times[kind].push(await guess(kind === "known" ? known : unknown));
  }
  return times;
}

async function timeSignIns(server: LocalServer, emails: string[]): Promise<Times> {
  const times: Times = [];
  for (let call = 0; call < SIGN_INS; call += 1) {
    const headers = { "cf-connecting-ip": networkOf(1_000 + Math.floor(call / TRIES_PER_NETWORK)) };
    const email = emails[call % emails.length];
    times.push(await timed(server, "POST", "/api/auth/sign-in", headers, { email, password: PASSWORD }, 200));
  }
  return times;
}

function report(
  keys: Awaited<ReturnType<typeof timeKeys>>,
  refusals: Awaited<ReturnType<typeof timeRefusals>>,
  signIns: Times,
  peakMb: number,
): void {
  const row = (what: string, times: Times) => [
    what,
    times.length,
    quantile(times, 0.5).toFixed(1),
    quantile(times, 0.95).toFixed(1),
  ];
  const keyCost = quantile(keys.lookedUp, 0.5) - quantile(keys.malformed, 0.5);
  const ratio = quantile(refusals.known, 0.5) / quantile(refusals.unknown, 0.5);
  const body = [
    "One call at a time, client and server on the same machine, what is compared in turns.",
    "",
    markdownTable([
      ["call", "calls", "p50 ms", "p95 ms"],
      row("refused key, not looked up", keys.malformed),
      row("refused key, looked up", keys.lookedUp),
      row("refused sign-in, known address", refusals.known),
      row("refused sign-in, unknown address", refusals.unknown),
      row("sign-in", signIns),
    ]),
    "",
    `The look-up of an API key (HMAC and one row of D1) by itself adds ${keyCost.toFixed(1)} ms at p50, measured with keys`,
    "that are refused. In a search or a read the row comes in the round trip to D1 with which they begin; that is not measured here. The median refusal of a known address takes",
    `${ratio.toFixed(3)} times that of an unknown one. workerd held at most ${peakMb.toFixed(0)} MB during ${SIGN_INS} sign-ins.`,
  ].join("\n");
  console.log(`\n${body}`);
  writeFigures({
    name: "auth",
    title: "What identity costs",
    command: "npm run bench -- auth",
    body,
    data: { keyCostMs: keyCost, knownToUnknown: ratio, signInP95Ms: quantile(signIns, 0.95), peakMb },
  });
}

async function makeAccounts(server: LocalServer, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, n) => `person-${n}@docenda.test`);
  for (const email of emails) {
    const headers = { "x-local-token": server.localToken };
    await timed(server, "POST", "/__local/demo-account", headers, { email, password: PASSWORD }, 200);
  }
  return emails;
}

/** Milliseconds until the whole answer is there; throws when its status is not the expected one. */
async function timed(
  server: LocalServer,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
  status = 401,
): Promise<number> {
  const start = performance.now();
  const response = await fetch(server.url + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  const ms = performance.now() - start;
  if (response.status !== status) throw new Error(`${path} answers ${response.status}: ${text}`);
  return ms;
}

function networkOf(number: number): string {
  return `198.51.${number >> 8}.${number & 255}`;
}
