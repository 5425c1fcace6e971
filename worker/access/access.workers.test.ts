import { createHmac } from "node:crypto";
import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { sessions, users } from "#schema/index.ts";
import { TEAM_ROLES } from "#schema/values.ts";
import type { KeyScope } from "#schema/values.ts";
import { makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import { ORIGIN } from "#tests/support/browser.workers.ts";
import { makeTeam } from "#tests/support/teams.workers.ts";
import { connected } from "#tests/support/oauth.workers.ts";
import { createApiKey } from "#worker/api-keys/create-api-key.ts";
import { createApp } from "#worker/app.ts";
import { connectDb } from "#worker/platform/db.ts";
import { createServices } from "#worker/services.ts";
import { newId } from "#worker/platform/ids.ts";
import { ACCESS, CALLABLE_ACCESS, CALLABLE_ROUTE, CALLERS, mayCall, mayCallForTeam } from "./access.ts";
import type { Access, CallerKind } from "./access.ts";
import { callables } from "#worker/callables/callables.ts";

const db = connectDb(env.DB);

/** The routes that end a request; the others are middleware. */
function routes(): string[] {
  const all = createApp().routes.filter(({ path }) => !path.endsWith("*"));
  return [...new Set(all.map(({ method, path }) => `${method} ${path}`))];
}

it("has a rule for every route and every function, and none for what is not there", () => {
  const ruled = new Set([...Object.keys(ACCESS), CALLABLE_ROUTE]);
  const known = new Set(routes());
  expect([...known].filter((route) => !ruled.has(route))).toEqual([]);
  expect([...ruled].filter((route) => !known.has(route))).toEqual([]);
  expect(Object.keys(CALLABLE_ACCESS).toSorted()).toEqual(Object.keys(callables).toSorted());
});

/** Headers with which a caller of each kind comes. Made anew for each route, since some routes end what lets them in. */
const COMERS: Record<CallerKind, (route: string) => Promise<Record<string, string>>> = {
  visitor: async () => ({}),
  unverified: async () => ({ authorization: `Bearer ${(await newSession(false)).token}` }),
  verified: async () => ({ authorization: `Bearer ${(await newSession(true)).token}` }),
  "search key": async () => ({ "x-api-key": await newKey("search") }),
  "index key": async () => ({ "x-api-key": await newKey("index") }),
  "oauth search": async (route) => ({ authorization: `Bearer ${tokenFor("search", route)}` }),
  "oauth private": async (route) => ({ authorization: `Bearer ${tokenFor("search private", route)}` }),
};

async function newKey(scope: KeyScope): Promise<string> {
  const { userId } = await makeAccount();
  return (await createApiKey(systemCtx(userId), { name: scope, scope })).key;
}

/** Tokens by scope and resource: a token is good for the one address that it was asked for. */
const tokens = new Map<string, string>();

beforeAll(async () => {
  for (const scope of ["search", "search private"]) {
    for (const path of ["/mcp", "/mcp/openai"]) {
      const { tokens: given } = await connected({
        scopes: scope.split(" "),
        params: { scope, resource: ORIGIN + path },
      });
      tokens.set(`${scope} ${path}`, given.access_token);
    }
  }
}, 60_000);

function tokenFor(scope: string, route: string): string | undefined {
  return tokens.get(`${scope} ${route.endsWith("/mcp/openai") ? "/mcp/openai" : "/mcp"}`);
}

/** A person who is signed in, without the work of a sign-up. */
async function newSession(emailVerified: boolean): Promise<{ token: string; userId: string }> {
  const account = await makeAccount();
  await db.update(users).set({ emailVerified }).where(eq(users.id, account.userId));
  const token = newId("token");
  const now = new Date();
  await db.insert(sessions).values({
    id: newId("ses"),
    token,
    userId: account.userId,
    expiresAt: new Date(now.getTime() + 60_000),
    createdAt: now,
    updatedAt: now,
  });
  const { authSecret } = createServices(env).config;
  return {
    token: `${token}.${createHmac("sha256", authSecret).update(token).digest("base64")}`,
    userId: account.userId,
  };
}

/** Whether the door let a request through to its route. The route's answer to an empty input is its own business. */
async function isAdmitted(route: string, headers: Record<string, string>, teamId = "none"): Promise<boolean> {
  const [method = "", path = ""] = route.split(" ");
  const url = ORIGIN + path.replace(":teamId", teamId).replaceAll(/:\w+/g, "none");
  const isMcp = path.startsWith("/mcp") && method === "POST";
  const response = await SELF.fetch(url, {
    method: method === "ALL" ? "PUT" : method,
    redirect: "manual",
    headers: { "content-type": "application/json", accept: "*/*", ...headers },
    body: method === "GET" ? undefined : JSON.stringify(isMcp ? PING : { data: {} }),
  });
  const text = await response.text();
  if (response.status !== 401 && response.status !== 403) return true;
  // The door's own refusals have these reasons or words; routes for everybody have refusals of their own.
  if (/"reason":"(?:key-scope|role|not-a-member)"/.test(text)) return false;
  return !/not signed in|API key|access token|Verify your email address before you do this/.test(text);
}

/** Every route and function whose rule names a permission, as the door knows it. */
const RULED: [string, Access][] = [
  ...Object.entries(ACCESS).filter(([, access]) => access !== "local"),
  ...Object.entries(CALLABLE_ACCESS).map(([name, access]): [string, Access] => [
    `POST /api/functions/${name}`,
    access,
  ]),
];

describe.each([...TEAM_ROLES, null])("for a team, as its %s", (role) => {
  it("reaches what the table says, and nothing without a role", { timeout: 240_000 }, async () => {
    const rules = RULED.filter(([, access]) => mayCallForTeam(access, "owner") !== null);
    const reached = await Promise.all(
      rules.map(async ([route]) => {
        const { token, userId } = await newSession(true);
        const teamId = await makeTeam(role === null ? {} : { [userId]: role });
        const headers = { authorization: `Bearer ${token}`, "x-team-id": teamId };
        return [route, await isAdmitted(route, headers, teamId)] as const;
      }),
    );
    const declared = rules.map(([route, access]) => [route, role !== null && mayCallForTeam(access, role)]);
    expect(reached).toEqual(declared);
  });
});

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };

describe.each(CALLERS)("as %s", (caller) => {
  it("reaches what the table says, and nothing else", { timeout: 240_000 }, async () => {
    // Only members reach a route of a team, and the other test calls it as one.
    const rules = RULED.filter(([route]) => !route.includes("/:teamId"));
    const reached = Object.fromEntries(
      await Promise.all(
        rules.map(async ([route]) => [route, await isAdmitted(route, await COMERS[caller](route))]),
      ),
    );
    const declared = Object.fromEntries(rules.map(([route, access]) => [route, mayCall(access, caller)]));
    expect(reached).toEqual(declared);
  });
});
