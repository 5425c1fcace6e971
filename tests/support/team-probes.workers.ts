import { SELF } from "cloudflare:test";
import { ctxOf } from "#tests/support/accounts.workers.ts";
import { ORIGIN, signedUp } from "#tests/support/browser.workers.ts";
import type { Browser } from "#tests/support/browser.workers.ts";
import { askModern } from "#tests/support/mcp.workers.ts";
import { makeTeam } from "#tests/support/teams.workers.ts";
import { makeTenant } from "#tests/support/tenant-probes.workers.ts";
import type { Tenant } from "#tests/support/tenant-probes.workers.ts";
import { ACCESS, CALLABLE_ACCESS, CALLABLE_ROUTE } from "#worker/access/access.ts";
import { moveSources } from "#worker/source-moves/move-sources.ts";

/** Ids of everything that a team has, by what they are of. */
type Ids = Record<"team" | "membership" | "key" | "source" | "run" | "set" | "user", string[]>;

/** A team in whose pages, files, runs, keys, invitations and history one word stands that nobody else has. */
export type ProbedTeam = {
  owner: Tenant;
  teamId: string;
  key: string;
  ids: Ids;
  /** Name of the source that is asked for. */
  sourceName: string;
  /** Addresses of pages that are asked for. */
  urls: string[];
};

/** Who asks for what is a team's. */
export type Prober = {
  name: string;
  browser: Browser;
  apiKey: string;
  /** The team that they name where they don't name the other one. */
  ownTeamId: string | null;
};

export async function makeProbedTeam(marker: string): Promise<ProbedTeam> {
  const owner = await makeTenant(marker);
  const { browser, account } = owner;
  const teamId = await makeTeam({ [account.userId]: "owner" });
  const personal = ctxOf(account);
  const team = { kind: "team", id: teamId } as const;
  await moveSources(personal, { from: personal.scope.owner, to: team });
  await personal.services.creditCounter(team).grant("probed", 100_000, "purchase");
  const { id: keyId, key } = await makeTeamKey(browser, teamId, `key of ${marker}`);
  const headers = { "x-team-id": teamId };
  const teamMembers = [{ email: `${marker}@example.test`, role: "member" }];
  await browser.post(`/api/teams/${teamId}/invite-members`, { teamMembers }, headers);
  await browser.post("/api/search", { query: `what the ${marker} says of alerts` }, headers);
  const { members } = (await browser.get(`/api/teams/${teamId}`)).body;
  return {
    owner,
    teamId,
    key,
    sourceName: "handbook",
    urls: ["https://intra-api.test/alerts", "pdf://Manuals/manual.pdf#page=2"],
    ids: {
      team: [teamId],
      membership: members.map(({ membershipId }: { membershipId: string }) => membershipId),
      key: [keyId],
      source: owner.sourceIds,
      run: owner.runIds,
      set: [owner.pdfSetId],
      user: [account.userId],
    },
  };
}

/** A key for a team, made by one of its members. */
export async function makeTeamKey(browser: Browser, teamId: string, name: string) {
  const data = { name, teamId };
  const headers = { "x-team-id": teamId };
  const { body } = await browser.post("/api/functions/createApiKeyCallableV2", { data }, headers);
  return body.result as { id: string; key: string };
}

/** What may be asked for by a seed, with the answer's text. */
type Probe = { name: string; ask: (who: Prober, seed: number) => Promise<string> };

/** The mail box and the setting up of one machine are not there in production; a socket and a stream have no end to wait for. */
const LEFT_OUT = /\/__mail|\/__local|^GET \/api\/live(\/poll)?$|^(GET|ALL) \/mcp/;
/**
 * Calls that change the asker for good, by ending the session or by making an invited person a member by right. Somebody who is not needed
 * again makes them.
 */
const CHANGES_THE_ASKER =
  /sign-out|auth\/sessions|change-password|deleteUser|respond-to-invite|accept-invite/;

/** Every route, every callable function and every tool, asked for what is the team's. */
export async function probesOf(team: ProbedTeam): Promise<Probe[]> {
  const routes = Object.keys(ACCESS).filter((route) => !LEFT_OUT.test(route) && route !== CALLABLE_ROUTE);
  const functions = Object.keys(CALLABLE_ACCESS);
  return [
    ...routes.map((route) => ({
      name: route,
      ask: async (who: Prober, seed: number) => await askRoute(team, await askerOf(route, who), route, seed),
    })),
    ...functions.map((name) => ({
      name: `function ${name}`,
      ask: async (who: Prober, seed: number) =>
        await askRoute(team, await askerOf(name, who), `POST /api/functions/${name}`, seed),
    })),
    ...(await toolProbes(team, "/mcp")),
    ...(await toolProbes(team, "/mcp/openai")),
  ];
}

async function askerOf(name: string, who: Prober): Promise<Prober> {
  if (!CHANGES_THE_ASKER.test(name)) return who;
  const { browser } = await signedUp({ isVerified: true });
  return { ...who, browser };
}

async function askRoute(team: ProbedTeam, who: Prober, route: string, seed: number): Promise<string> {
  const [method = "", path = ""] = route.replace("ALL ", "POST ").split(" ");
  const words = wordsOf(team, seed);
  const filled = path.replaceAll(/:(\w+)/g, (_, param: string) =>
    encodeURIComponent(String(words[param === "id" ? idOf(path) : param] ?? pick(everyId(team), seed))),
  );
  const url = new URL(filled, ORIGIN);
  for (const [name, value] of Object.entries({ ...words, ...liveWords(team, seed) }))
    if (typeof value === "string" && method !== "POST") url.searchParams.append(name, value);
  const teamId = [team.teamId, who.ownTeamId, null][seed % 3];
  const headers = {
    "content-type": "application/json",
    "cf-connecting-ip": who.browser.ipAddress,
    ...(teamId && { "x-team-id": teamId }),
    ...(seed % 4 === 3
      ? { authorization: `Bearer ${who.apiKey}` }
      : { origin: ORIGIN, cookie: [...who.browser.cookies].map((pair) => pair.join("=")).join("; ") }),
  };
  const body = method === "GET" ? null : JSON.stringify({ ...words, data: words });
  const response = await SELF.fetch(url, { method, headers, body, redirect: "manual" });
  return `${response.status} ${await response.text()}`;
}

/** What the `:id` of a path is of. */
function idOf(path: string): string {
  if (path.includes("api-keys")) return "keyId";
  return path.includes("job-runs") || path.includes("index-jobs") ? "runId" : "moduleId";
}

/** One value for every field that a call may take; a call passes over those that it doesn't know. */
function wordsOf(team: ProbedTeam, seed: number): Record<string, unknown> {
  const { ids } = team;
  // Now and then an id of something else.
  const of = (kind: keyof Ids) => pick(seed % 5 === 4 ? everyId(team) : ids[kind], seed);
  return {
    teamId: of("team"),
    membershipId: of("membership"),
    keyId: of("key"),
    moduleId: of("source"),
    sourceId: of("source"),
    runId: of("run"),
    setId: of("set"),
    userId: of("user"),
    indexId: "default",
    name: "manual.pdf",
    displayName: "handbook",
    query: `what the handbook says of ${pick(["alerts", "backups", "deploying"], seed)}`,
    question: "what the runbook says of backups",
    url: pick(team.urls, seed),
    source: team.sourceName,
    sources: seed % 2 === 0 ? [of("source")] : [team.sourceName],
    role: "owner",
    response: "accept",
    confirm: `Team ${team.teamId}`,
    forfeitCredits: "true",
    teamMembers: [{ email: "probe@example.test", role: "owner" }],
    paidSeatMembershipIds: ids.membership,
    monthlyCredits: 1,
    maxSources: 1,
    credits: 1_000,
    graceHours: 0,
    reindex: true,
    files: [{ name: "manual.pdf", sizeBytes: 1 }],
    repoFullName: "acme/handbook",
  };
}

/** Addresses of live documents. */
function liveWords({ teamId }: ProbedTeam, seed: number): Record<string, string> {
  const [path, where] = pick(
    [
      [`team-job-runs/${teamId}/runs`, ""],
      [`team-pdfSets/${teamId}/sets`, ""],
      [`teams/${teamId}`, ""],
      ["apiKeys", `teamId==${teamId}`],
      ["creditTransactions", `teamId==${teamId}`],
      ["memberships", `teamId==${teamId}`],
    ],
    seed,
  ) as [string, string];
  return { path, ...(where && { where }) };
}

async function toolProbes(team: ProbedTeam, path: string): Promise<Probe[]> {
  const { result } = await askModern("tools/list", {}, { apiKey: team.key, path });
  const tools = result.tools as { name: string; inputSchema: { properties?: object } }[];
  return tools.map(({ name, inputSchema }) => ({
    name: `tool ${name}`,
    ask: async (who, seed) => {
      const taken = Object.keys(inputSchema.properties ?? {});
      const words = { ...wordsOf(team, seed), id: pick(everyId(team), seed), scope: "private" };
      const args = Object.fromEntries(Object.entries(words).filter(([field]) => taken.includes(field)));
      const headers: Record<string, string> = seed % 3 === 0 ? { "x-team-id": team.teamId } : {};
      const reply = await askModern(
        "tools/call",
        { name, arguments: args },
        { apiKey: who.apiKey, path, headers },
      );
      return JSON.stringify([reply.status, reply.result, reply.error]);
    },
  }));
}

function everyId({ ids }: ProbedTeam): string[] {
  return Object.values(ids).flat();
}

/** The same sequence at every run. */
function pick<T>(list: readonly T[], seed: number): T {
  return list[Math.abs(Math.imul(seed + 1, 2_654_435_761) >>> 8) % list.length]!;
}
