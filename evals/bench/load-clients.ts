import type { IncomingHttpHeaders } from "node:http";
import { Client } from "undici";

export type Call = {
  /** Kind of call in the figures, such as `search`. */
  kind: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  onAnswer?: (answer: { status: number; headers: IncomingHttpHeaders; body: string }) => void;
};

/** What became of one request; times in milliseconds. */
export type Outcome = {
  kind: string;
  /** When it was sent, counted from the start of all clients. */
  atMs: number;
  tookMs: number;
  /** Status of the answer; null for none. */
  status: number | null;
  /** Why there was no answer: the code of the client's error. */
  failure: string | null;
};

type Load = {
  url: string;
  clients: number;
  seconds: number;
  /** Longest wait for an answer. */
  timeoutMs: number;
  next: () => Call;
};

/**
 * Lets clients with one kept connection each ask one thing after the other for some seconds, and waits for the last answers. A request
 * without an answer is not sent again, so that each counts.
 */
export async function runClients({ url, clients, seconds, timeoutMs, next }: Load): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const beganAt = performance.now();
  const isOver = () => performance.now() - beganAt >= seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new Client(url, { headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
      while (!isOver()) outcomes.push(await ask(client, next(), beganAt));
      await client.close();
    }),
  );
  return outcomes;
}

async function ask(client: Client, call: Call, beganAt: number): Promise<Outcome> {
  const { kind, path, headers, body, onAnswer } = call;
  const sentAt = performance.now();
  const outcome = (status: number | null, failure: string | null): Outcome => ({
    kind,
    atMs: Math.round(sentAt - beganAt),
    tookMs: Math.round(performance.now() - sentAt),
    status,
    failure,
  });
  try {
    const answer = await client.request({ method: "POST", path, headers, body });
    const text = await answer.body.text();
    const answered = outcome(answer.statusCode, null);
    onAnswer?.({ status: answer.statusCode, headers: answer.headers, body: text });
    return answered;
  } catch (error) {
    const { code = "unknown", message } = error as NodeJS.ErrnoException;
    return outcome(null, `${code}: ${message}`);
  }
}

/** The value that `share` of the values are at most; 0 without values. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
