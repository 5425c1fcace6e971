import { gzipSync } from "node:zlib";
import { PLANS } from "#schema/plans.ts";
import { hostileInputs } from "./hostile-inputs.ts";
import { cookiesOf, PASSWORD } from "./target.ts";
import type { Answer, Target } from "./target.ts";

export type Attack = {
  name: string;
  run: (target: Target, options: { isShort: boolean }) => Promise<string>;
};

function must(isSo: boolean, words: string, answer?: Answer): void {
  if (!isSo) throw new Error(answer ? `${words}: ${answer.status} ${answer.text.slice(0, 300)}` : words);
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function healthMs(target: Target): Promise<number> {
  const begin = performance.now();
  const { status } = await target.send("GET", "/api/health");
  must(status === 200, "health does not answer");
  return performance.now() - begin;
}

/**
 * Milliseconds that a machine with other work to do adds; a regular expression that goes back over its text holds an isolate up
 * for seconds.
 */
const NOISE_MS = 250;
/** Number of looks at health during an attack; the attack goes on until then. */
const MIN_SAMPLES = 30;

/** The times of health during an attack, in words. Throws when their p95 is more than three times the idle p95. */
async function besideHealth(target: Target, work: () => Promise<unknown>): Promise<string> {
  const idle: number[] = [];
  for (let n = 0; n < 50; n += 1) idle.push(await healthMs(target));
  const end = new AbortController();
  const busy: number[] = [];
  const watch = (async () => {
    while (!end.signal.aborted) busy.push(await healthMs(target));
  })();
  try {
    while (busy.length < MIN_SAMPLES) await work();
  } finally {
    end.abort();
    await watch;
  }
  const [before, during] = [percentile(idle, 0.95), percentile(busy, 0.95)];
  const words = `health p95 ${during.toFixed(0)} ms, idle ${before.toFixed(0)} ms`;
  must(during <= Math.max(3 * before, NOISE_MS), `health was held up: ${words}`);
  return words;
}

const search = (input: object) => JSON.stringify({ scope: "private", ...input });

export const ATTACKS: Attack[] = [
  {
    name: "a name of a source that goes on for 80,000 characters",
    run: async (target) => {
      const { apiKey } = await target.account("Pro");
      return besideHealth(target, async () => {
        for (const name of [`a${"@1".repeat(40_000)} x`, `${" @".repeat(40_000)}x`, "@".repeat(80_000)]) {
          const answer = await target.send("POST", "/api/search", search({ query: "x", sources: [name] }), {
            apiKey,
          });
          must(answer.status === 400, "is not refused", answer);
        }
      });
    },
  },
  {
    name: "lockfiles of node_modules/node_modules/…",
    run: async (target) => {
      const { apiKey } = await target.account("Pro");
      const folder = "node_modules/".repeat(80_000);
      const lock = JSON.stringify({
        packages: { [`${folder}a`]: { version: "1.0.0" }, [folder]: { version: "1" } },
      });
      const goMod = `module a\nrequire (\n${"\t".repeat(500_000)}x\n)\n`;
      const pnpm = `lockfileVersion: 9\npackages:\n  '/${"0@1(".repeat(100_000)}\n`;
      return besideHealth(target, async () => {
        for (const [fileName, text] of Object.entries({
          "package-lock.json": lock,
          "go.mod": goMod,
          "pnpm-lock.yaml": pnpm,
        })) {
          const answer = await target.send("PUT", "/api/version-pins", JSON.stringify({ fileName, text }), {
            apiKey,
          });
          must(answer.status < 500, "broke", answer);
        }
      });
    },
  },
  {
    name: "more searches than the plan has, and a batch of 100",
    run: async (target) => {
      const { apiKey } = await target.account("Free");
      const asked = Array.from({ length: PLANS.Free.paces.calls.max * 2 }, (_, n) =>
        target.send("POST", "/api/search", search({ query: `kettle ${n}` }), { apiKey }),
      );
      const refused = (await Promise.all(asked)).filter(({ status }) => status === 429);
      must(refused.length >= PLANS.Free.paces.calls.max / 2, `only ${refused.length} were refused`);
      must(
        refused.every(({ headers }) => Number(headers.get("retry-after")) >= 1),
        "Retry-After is missing",
      );
      must(
        refused.every(({ headers }) => headers.has("ratelimit")),
        "RateLimit is missing",
      );
      const call = {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "docenda_read_url", arguments: {} },
      };
      const batch = await target.send(
        "POST",
        "/mcp",
        JSON.stringify(Array.from({ length: 100 }, () => call)),
        { apiKey },
      );
      must(batch.status === 400, "a batch of 100 is taken", batch);
      return `${refused.length} refused, with when to come back`;
    },
  },
  {
    name: "reading the deployment itself by way of its own reader",
    run: async (target) => {
      const { apiKey } = await target.account("Pro");
      for (const url of [
        `${target.url}/docs`,
        `${target.url.replace("127.0.0.1", "0x7f.1")}/`,
        "http://localhost/",
      ]) {
        const answer = await target.send("POST", "/api/read", JSON.stringify({ url }), { apiKey });
        must(
          answer.status === 400 && /not on the public internet/.test(answer.text),
          `${url} is tried`,
          answer,
        );
      }
      return "refused under three names";
    },
  },
  {
    name: "an account without a verified address",
    run: async (target) => {
      const email = "unverified@example.test";
      const signedUp = await target.send(
        "POST",
        "/api/auth/sign-up",
        JSON.stringify({ email, password: PASSWORD }),
      );
      must(signedUp.status === 200, "cannot sign up", signedUp);
      const cookie = cookiesOf(signedUp);
      const asked = await target.send("POST", "/api/search", search({ query: "x" }), { cookie });
      must(
        asked.status === 429 && asked.json.error.data.reason === "email-not-verified",
        "has credits",
        asked,
      );
      for (const [path, body] of [
        ["/api/pdf-sets", { displayName: "set" }],
        ["/api/functions/startIndexJobCallable", { data: { url: "https://docs.example/" } }],
      ] as const) {
        const answer = await target.send("POST", path, JSON.stringify(body), { cookie });
        must(answer.status === 403, `may use ${path}`, answer);
      }
      return "has no credits, uploads and indexes nothing";
    },
  },
  {
    name: "an open redirect of the authorization page",
    run: async (target) => {
      const redirectUri = "https://evil.test/landing";
      const registered = await target.send(
        "POST",
        "/oauth/register",
        JSON.stringify({
          client_name: "Docenda",
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: "none",
        }),
      );
      must(registered.status === 201, "cannot register", registered);
      const query = new URLSearchParams({
        response_type: "nonsense",
        client_id: registered.json.client_id,
        redirect_uri: redirectUri,
      });
      const answer = await target.send("GET", `/oauth/authorize?${query}`);
      must(answer.status === 400 && !answer.headers.has("location"), "leads away", answer);
      must(!answer.text.includes("evil.test"), "names the address", answer);
      return "the refusal is on our page";
    },
  },
  {
    name: "a session's token as D1 keeps it",
    run: async (target) => {
      const { email } = await target.account("Free");
      const signedIn = await target.send(
        "POST",
        "/api/auth/sign-in",
        JSON.stringify({ email, password: PASSWORD }),
      );
      const value = /session_token=([^;]+)/.exec(cookiesOf(signedIn))?.[1] ?? "";
      const whole = decodeURIComponent(value);
      const [stored = ""] = whole.split(".");
      const who = async (token: string) =>
        (
          await target.send("GET", "/api/session", undefined, {
            headers: { authorization: `Bearer ${token}` },
          })
        ).json.user;
      must((await who(whole))?.email === email, "the whole token is not good");
      for (const forged of [stored, `${stored}.`, `${stored}.${"A".repeat(43)}=`])
        must((await who(forged)) === null, "is a session");
      return "is nobody's session without its signature";
    },
  },
  {
    name: "names that every object has",
    run: async (target) => {
      const { email } = await target.account("Free");
      const cookie = cookiesOf(
        await target.send("POST", "/api/auth/sign-in", JSON.stringify({ email, password: PASSWORD })),
      );
      const { json } = await target.send("GET", "/api/session", undefined, { cookie });
      for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
        const where = `where=userId==${json.user.uid}&where=${name}==x`;
        const answer = await target.send("GET", `/api/live/read?path=apiKeys&${where}`, undefined, {
          cookie,
        });
        must(answer.status === 400, `${name} is looked up`, answer);
      }
      return "are no fields";
    },
  },
  {
    name: "webhooks with wrong signatures",
    run: async (target) => {
      const headers = { "x-github-event": "push", "x-hub-signature-256": `sha256=${"0".repeat(64)}` };
      const body = JSON.stringify({ commits: "x".repeat(1_000_000) });
      const statuses: number[] = [];
      for (let n = 0; n < 12; n += 1)
        statuses.push(
          (await target.send("POST", "/webhooks/github", body, { from: "198.51.100.9", headers })).status,
        );
      must(
        statuses.slice(0, 10).every((status) => status === 401),
        `answered ${statuses.join(" ")}`,
      );
      must(
        statuses.slice(10).every((status) => status === 429),
        `answered ${statuses.join(" ")}`,
      );
      return "are read ten times and then no more";
    },
  },
  {
    name: "guesses that lock an address",
    run: async (target) => {
      const { email } = await target.account("Free");
      const signIn = (password: string, from: string, cookie = "") =>
        target.send("POST", "/api/auth/sign-in", JSON.stringify({ email, password }), { from, cookie });
      const own = cookiesOf(await signIn(PASSWORD, "192.0.2.1"));
      const device = own.split("; ").find((one) => one.startsWith("docenda.device=")) ?? "";
      for (let n = 0; n < 10; n += 1) await signIn(`guess ${n}`, `198.51.100.${n + 20}`);
      must((await signIn(PASSWORD, "192.0.2.2")).status === 429, "guesses are not counted");
      must((await signIn(PASSWORD, "192.0.2.1", device)).status === 200, "its owner is locked out as well");
      return "lock strangers out and not its owner";
    },
  },
  {
    name: "hostile inputs",
    run: async (target, { isShort }) => {
      const { apiKey } = await target.account("Pro");
      const inputs = hostileInputs().filter((_, n) => !isShort || n % 5 === 0);
      let slowestMs = 0;
      for (const [n, { method, path, body, isTool }] of inputs.entries()) {
        const begin = performance.now();
        const answer = await target.send(method, path, body, { apiKey, from: `198.18.${n >> 8}.${n & 255}` });
        slowestMs = Math.max(slowestMs, performance.now() - begin);
        const what = `${method} ${path.slice(0, 60)} with ${(body ?? "").slice(0, 80)}`;
        must(answer.status < 500 || answer.status === 503 || answer.status === 504, what, answer);
        must(!/Something went wrong on our side|\bat \w+ \(|SQLITE|D1_ERROR/.test(answer.text), what, answer);
        must(!answer.headers.has("set-cookie"), `${what} sets a cookie`, answer);
        if (isTool) must(answer.text.length < 20_000, `${what} is answered at length`, answer);
      }
      return `${inputs.length} answered in good order, the slowest in ${slowestMs.toFixed(0)} ms`;
    },
  },
  {
    name: "a body that unpacks to a gigabyte, and one that is too large",
    run: async (target) => {
      const { apiKey } = await target.account("Pro");
      const large = await target.send("POST", "/api/search", search({ query: "x".repeat(2_000_000) }), {
        apiKey,
      });
      must(large.status === 400, "is taken", large);
      const packed = gzipSync(Buffer.alloc(50_000_000)).toString("latin1");
      const headers = { "content-encoding": "gzip" };
      const bomb = await target.send("POST", "/api/search", packed, { apiKey, headers });
      must(bomb.status === 400, "is unpacked", bomb);
      return "refused";
    },
  },
];
