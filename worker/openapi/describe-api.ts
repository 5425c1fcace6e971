import * as z from "zod";
import { OAUTH_SCOPES, PRODUCT } from "#schema/values.ts";
import { ERROR_STATUS } from "#schema/api/errors.ts";
import { ACCESS, CALLABLE_ACCESS, CALLABLE_ROUTE } from "#worker/access/access.ts";
import type { Access } from "#worker/access/access.ts";
import { callables } from "#worker/callables/callables.ts";
import { PERMISSIONS } from "#worker/tenancy/permissions.ts";
import type { Credential, Permission } from "#worker/tenancy/permissions.ts";
import { judgementsOf } from "#worker/http/validate.ts";
import type { Judgement } from "#worker/http/validate.ts";
import { AUTHORIZE_PATH, TOKEN_PATH } from "#worker/oauth/endpoints.ts";
import { SCOPE_WORDS } from "#worker/oauth/scopes.ts";
import { SUMMARIES } from "./summaries.ts";

type Route = { method: string; path: string; handler: unknown };
type JsonObject = Record<string, unknown>;

/** Routes that do not exist in production, and are of no use to a program. */
const LEFT_OUT = /^\/__/;

type Way = Exclude<Access, Permission> | Credential;

const WORDS: Readonly<Record<Way, string>> = {
  anyone: "For anybody.",
  session: "For a person who is signed in.",
  verified: "For a person who is signed in and has a verified address.",
  fresh: "For a person who signed in in the last ten minutes.",
  "session-or-key": "For a person who is signed in, or an API key.",
  "verified-or-key": "For a person who is signed in and has a verified address, or an API key.",
  mcp: "For an API key or an MCP client's access token.",
  local: "For this machine.",
};

const SECURITY: Readonly<Record<Way, JsonObject[]>> = {
  anyone: [],
  session: [{ session: [] }],
  verified: [{ session: [] }],
  fresh: [{ session: [] }],
  "session-or-key": [{ session: [] }, { apiKey: [] }],
  "verified-or-key": [{ session: [] }, { apiKey: [] }],
  mcp: [{ apiKey: [] }, { oauth: [] }],
  local: [],
};

/** The credentials for a route, in words and as security requirements. */
function accessOf(access: Access): { description: string; security: JsonObject[] } {
  if (access === "anyone" || access === "mcp" || access === "local")
    return { description: WORDS[access], security: SECURITY[access] };
  const { credential, keyScope } = PERMISSIONS[access];
  const keys = keyScope === "index" ? " The key must have the scope `index`." : "";
  return { description: WORDS[credential] + keys, security: SECURITY[credential] };
}

/**
 * The HTTP API in OpenAPI 3.1: every route with a rule in access.ts and every callable function. Inputs are the schemas by which the
 * routes themselves judge, so the document always says the same as the routes.
 */
export function describeApi(routes: readonly Route[], origin: string, version: string): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const [key, access] of Object.entries(ACCESS)) {
    const [method = "", path = ""] = key.split(" ");
    if (method === "ALL" || access === "local" || LEFT_OUT.test(path)) continue;
    const judgements = routes
      .filter((route) => route.method === method && route.path === path)
      .flatMap(({ handler }) => judgementsOf(handler));
    const item = (paths[templateOf(path)] ??= {});
    item[method.toLowerCase()] = operation(key, path, access, judgements);
  }
  for (const [name, { input }] of Object.entries(callables))
    paths[CALLABLE_ROUTE.replace("POST ", "").replace(":name", name)] = { post: callable(name, input) };
  return {
    openapi: "3.1.1",
    info: {
      title: `${PRODUCT} HTTP API`,
      version,
      description: `What the web app and programs call. Agents use MCP, at ${origin}/mcp.`,
    },
    servers: [{ url: origin }],
    paths,
    components: {
      securitySchemes: securitySchemes(origin),
      schemas: { Error: ERROR, CallableError: CALLABLE_ERROR },
    },
  };
}

function operation(key: string, path: string, access: Access, judgements: Judgement[]): JsonObject {
  const schemaOf = (target: string) => {
    const found = judgements.find((judgement) => judgement.target === target);
    return found && toJsonSchema(found.schema);
  };
  const body = schemaOf("json");
  const inPath = propertiesOf(schemaOf("param"));
  const inQuery = schemaOf("query");
  const required = new Set((inQuery?.required as string[] | undefined) ?? []);
  const parameters = [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
      name,
      in: "path",
      required: true,
      schema: inPath[name] ?? { type: "string" },
    })),
    ...Object.entries(propertiesOf(inQuery)).map(([name, schema]) => ({
      name,
      in: "query",
      required: required.has(name),
      schema,
    })),
  ];
  return {
    operationId: operationId(key),
    tags: [tagOf(path)],
    ...(SUMMARIES[key] && { summary: SUMMARIES[key] }),
    ...accessOf(access),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: { "2XX": { description: "What was asked for." }, ...errors("Error") },
  };
}

/** The protocol of callable functions: `{data}` in, `{result}` out (specification, section 7). */
function callable(name: string, input: z.ZodType): JsonObject {
  const access = CALLABLE_ACCESS[name as keyof typeof CALLABLE_ACCESS];
  const schema = { type: "object", required: ["data"], properties: { data: toJsonSchema(input) } };
  const result = { type: "object", required: ["result"], properties: { result: {} } };
  return {
    operationId: name,
    tags: ["functions"],
    ...(SUMMARIES[name] && { summary: SUMMARIES[name] }),
    ...accessOf(access),
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: {
      "200": { description: "What was asked for.", content: { "application/json": { schema: result } } },
      ...errors("CallableError"),
    },
  };
}

function toJsonSchema(schema: z.ZodType): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
}

function propertiesOf(schema: JsonObject | undefined): Record<string, JsonObject> {
  return (schema?.properties as Record<string, JsonObject> | undefined) ?? {};
}

function errors(name: "Error" | "CallableError"): JsonObject {
  const schema = { $ref: `#/components/schemas/${name}` };
  return { default: { description: "A refusal.", content: { "application/json": { schema } } } };
}

const ERROR: JsonObject = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message", "requestId", "data"],
      properties: {
        code: { enum: Object.keys(ERROR_STATUS) },
        message: { type: "string", description: "Words for people." },
        requestId: { type: "string" },
        data: { type: "object", description: "What helps to fix it, such as a limit." },
      },
    },
  },
};

const CALLABLE_ERROR: JsonObject = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["status", "message"],
      properties: {
        status: { type: "string", examples: ["INVALID_ARGUMENT"] },
        message: { type: "string" },
        details: { type: "object" },
      },
    },
  },
};

function securitySchemes(origin: string): JsonObject {
  const scopes = Object.fromEntries(OAUTH_SCOPES.map((scope) => [scope, SCOPE_WORDS[scope]]));
  return {
    session: {
      type: "http",
      scheme: "bearer",
      description: "The token of a session. A browser sends the cookie that signing in has set.",
    },
    apiKey: { type: "http", scheme: "bearer", description: `An API key, made at ${origin}/keys.` },
    oauth: {
      type: "oauth2",
      flows: {
        authorizationCode: {
          authorizationUrl: origin + AUTHORIZE_PATH,
          tokenUrl: origin + TOKEN_PATH,
          scopes,
        },
      },
    },
  };
}

/** A path in OpenAPI's form: `/a/{id}` for `/a/:id`. */
function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, "{$1}");
}

/** The operation's id, such as `post_api_job_runs_id_cancel`: generators name their functions after it. */
function operationId(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");
}

function tagOf(path: string): string {
  const [first = "", second = ""] = path.slice(1).split("/");
  return first === "api" ? second.replace(/\.json$/, "") : first.replace(".", "");
}
