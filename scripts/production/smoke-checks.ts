import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { LIVE_PING, LIVE_PONG } from "#schema/api/live.ts";
import { ask, must, readOk, until } from "./smoke-target.ts";
import type { PublicTarget, SmokeTarget } from "./smoke-target.ts";

export type Check<Target> = {
  name: string;
  /** Runs the check. Returns its result in a few words, and throws with what is wrong. */
  run: (target: Target) => Promise<string>;
};

const PAGES = ["/", "/docs", "/pricing", "/catalog", "/status", "/login"];
const HEADERS = ["content-security-policy", "x-content-type-options", "referrer-policy"];
/** Sites that no server of ours may read, on a laptop as in production. */
const REFUSED_SITES = [
  "http://169.254.169.254/latest/meta-data/",
  "http://10.0.0.1/",
  "http://[fd00::1]/",
  "file:///etc/passwd",
  "http://metadata.google.internal/",
];
const EXCHANGES = 20;
const REDIRECT = "http://127.0.0.1:8976/callback";
const SOCKET_MS = { short: 3_000, whole: 60_000 };
const CLOCK_MS = 15 * 60_000;

/** Checks that need no account. */
export const PUBLIC_CHECKS: Check<PublicTarget>[] = [
  {
    name: "pages",
    run: async (target) => {
      for (const path of PAGES) {
        const page = await ask(target, path);
        must(page.status === 200, `${path} answers ${page.status}`);
        const absent = HEADERS.filter((name) => !page.headers.has(name));
        must(absent.length === 0, `${path} lacks ${absent.join(", ")}`);
        await page.body?.cancel();
      }
      const nowhere = await ask(target, "/no-such-page");
      must(nowhere.status === 404, `/no-such-page answers ${nowhere.status}`);
      return `${PAGES.length} with their headers, and 404 for what is not there`;
    },
  },
  {
    name: "a wrong key",
    run: async (target) => {
      const refused = await ask(target, "/mcp", {
        method: "POST",
        headers: {
          authorization: "Bearer not-a-key",
          "content-type": "application/json",
        },
        body: "{}",
      });
      await refused.body?.cancel();
      must(refused.status === 401, `it is answered with ${refused.status}`);
      must(refused.headers.has("www-authenticate"), "nothing says how to sign in");
      return "refused, with the way to sign in";
    },
  },
];

/** Checks that need an account. */
export const ACCOUNT_CHECKS: Check<SmokeTarget>[] = [
  {
    name: "an agent with a key",
    run: async (target) => {
      const client = await connect(target, target.key.key);
      const { tools } = await client.listTools();
      const names = tools.map(({ name }) => name);
      must(names.includes("docenda_search_documentation"), `the tools are ${names.join(", ")}`);
      const answer = JSON.stringify(
        await client.callTool({ name: names[0]!, arguments: { query: "getting started" } }),
      );
      await client.close();
      must(
        answer.length > 0 && !answer.includes('"isError":true'),
        `a search answers ${answer.slice(0, 300)}`,
      );
      return `${names.length} tools, and a search is answered`;
    },
  },
  {
    name: `${EXCHANGES} sign-ins of an agent by OAuth`,
    run: async (target) => {
      const client = await readOk(
        ask(
          target,
          "/oauth/register",
          post({
            client_name: "Smoke test",
            redirect_uris: [REDIRECT],
            token_endpoint_auth_method: "none",
          }),
        ),
      );
      let slowest = 0;
      for (let round = 0; round < EXCHANGES; round += 1) {
        slowest = Math.max(slowest, await exchange(target, client.client_id));
      }
      const { grants } = await readOk(target.visitor.get("/api/oauth/grants"));
      for (const grant of grants) {
        if (grant.clientName === "Smoke test")
          await readOk(target.visitor.delete(`/api/oauth/grants/${grant.id}`));
      }
      return `each code was exchanged at once, the slowest in ${slowest} ms`;
    },
  },
  {
    name: "a crawl",
    run: async ({ visitor, site }) => {
      const order = { url: site, displayName: "Smoke test" };
      const { result } = await readOk(visitor.post("/api/functions/startIndexJobCallable", { data: order }));
      try {
        const status = await until("the end of the crawl", async () => {
          const run = await readOk(visitor.get(`/api/job-runs/${result.executionId}`));
          return ["COMPLETE", "FAILED"].includes(run.status) ? (run.status as string) : null;
        });
        must(status === "COMPLETE", `it ended with ${status}`);
      } finally {
        await visitor.post("/api/functions/removeModuleCallable", { data: { moduleId: result.moduleId } });
      }
      return `${site} came to COMPLETE`;
    },
  },
  {
    name: "addresses that nobody may read through it",
    run: async ({ visitor }) => {
      for (const url of REFUSED_SITES) {
        const answer = await visitor.post("/api/functions/startIndexJobCallable", {
          data: { url, displayName: "Refused" },
        });
        const text = await answer.text();
        must(
          answer.status >= 400 && answer.status < 500,
          `${url} answers ${answer.status}: ${text.slice(0, 200)}`,
        );
      }
      return `${REFUSED_SITES.length} refused`;
    },
  },
  {
    name: "a socket",
    run: async (target) => {
      const ms = target.isShort ? SOCKET_MS.short : SOCKET_MS.whole;
      // Node's WebSocket takes headers as a second argument; the types are those of browsers, which take none.
      const headers = { ...target.headers, cookie: target.visitor.cookies, origin: target.origin };
      const options = { headers } as unknown as string[];
      const socket = new WebSocket(`${target.origin.replace(/^http/, "ws")}/api/live`, options);

      let pongs = 0;
      let end = "";
      socket.addEventListener("message", ({ data }) => void (pongs += data === LIVE_PONG ? 1 : 0));
      socket.addEventListener("close", ({ code }) => void (end ||= `closed with ${code}`));
      await new Promise<void>((settle, fail) => {
        socket.addEventListener("open", () => settle());
        socket.addEventListener("error", () => fail(new Error("it does not open")));
      });
      socket.send(LIVE_PING);
      await sleep(ms);
      must(end === "", `it was ${end}`);
      socket.send(LIVE_PING);
      await until("the second answer", async () => (pongs >= 2 ? pongs : null));
      end = "done";
      socket.close();
      return `answers at once and after ${ms / 1_000} s`;
    },
  },
  {
    name: "a mail",
    run: async ({ visitor, email, logFile }) => {
      if (logFile === null) {
        await readOk(visitor.post("/api/auth/request-password-reset", { email }));
        return `look into the mailbox of ${email}: one letter about a new password, and only one`;
      }
      const count = async () => {
        const { mails } = await readOk(visitor.get(`/__mail?format=json&to=${encodeURIComponent(email)}`));
        return mails.length as number;
      };
      const before = await count();
      await readOk(visitor.post("/api/auth/request-password-reset", { email }));
      await until("the letter", async () => ((await count()) > before ? true : null));
      await sleep(3_000);
      must((await count()) === before + 1, "it came more than once");
      return "came, once";
    },
  },
  {
    name: "the clock",
    run: async (target) => {
      if (target.isShort) return "not waited for";
      return until("a check by the clock", async () => {
        const { checkedAt, state, summary } = await readOk(ask(target, "/api/status"));
        if (checkedAt === null || Date.now() - Date.parse(checkedAt) > CLOCK_MS) return null;
        must(state !== "trouble", summary);
        return `${summary} Checked at ${checkedAt}.`;
      });
    },
  },
  {
    name: "keys in the log",
    run: async ({ logFile, key, password }) => {
      if (logFile === null || !existsSync(logFile)) return "no log on this machine to look into";
      const log = readFileSync(logFile, "utf8");
      must(log.length > 0, "the log is empty");
      for (const secret of [key.key, password])
        must(!log.includes(secret), "a secret of this run is in the log");
      return "none";
    },
  },
];

async function connect(target: SmokeTarget, key: string): Promise<Client> {
  const client = new Client({ name: "smoke", version: "1" });
  const headers = { ...target.headers, authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${target.origin}/mcp`), { requestInit: { headers } }),
  );
  return client;
}

/** Signs an agent in and calls with its token. Returns how long the exchange of the code took, in ms. */
async function exchange(target: SmokeTarget, clientId: string): Promise<number> {
  const { visitor } = target;
  const verifier = randomBytes(32).toString("base64url");
  const authorize = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    scope: "search private",
    resource: `${target.origin}/mcp`,
    state: "smoke",
  });
  const page = await visitor.get(`/oauth/authorize?${authorize}`);
  await page.body?.cancel();
  const request = new URL(page.headers.get("location") ?? "", target.origin).searchParams.get("request");
  must(request !== null, `/oauth/authorize answers ${page.status}`);
  // The page reads the request before a person decides; the request belongs to that person from then on.
  await readOk(visitor.get(`/api/oauth/requests/${request}`));
  const { redirectTo } = await readOk(
    visitor.post(`/api/oauth/requests/${request}/decision`, { decision: "approve" }),
  );
  const code = new URL(redirectTo).searchParams.get("code");
  must(code !== null, "the consent gave no code");
  const begin = performance.now();
  const form = {
    grant_type: "authorization_code",
    code,
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
  };
  const answer = await ask(target, "/oauth/token", { method: "POST", body: new URLSearchParams(form) });
  const ms = Math.round(performance.now() - begin);
  const token = await readOk(Promise.resolve(answer));
  const client = await connect(target, token.access_token);
  await client.listTools();
  await client.close();
  return ms;
}

function post(body: unknown): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
