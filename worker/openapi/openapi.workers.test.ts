import { SELF } from "cloudflare:test";
import { expect, it } from "vitest";
import * as z from "zod";
import { ACCESS } from "#worker/access/access.ts";
import { callables } from "#worker/callables/callables.ts";
import { SUMMARIES } from "./summaries.ts";

const ORIGIN = "https://docenda.test";

async function read(path: string): Promise<{ type: string | null; open: string | null; body: any }> {
  const response = await SELF.fetch(ORIGIN + path);
  expect(response.status).toBe(200);
  const { headers } = response;
  return {
    type: headers.get("content-type"),
    open: headers.get("access-control-allow-origin"),
    body: await response.json(),
  };
}

it("has every route of the API and every function, with what the routes themselves judge by", async () => {
  const { body } = await read("/api/openapi.json");
  const described = Object.entries(body.paths).flatMap(([path, item]) =>
    Object.keys(item as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const wanted = [
    ...Object.keys(ACCESS)
      .filter((route) => / \/api\//.test(route))
      .map((route) => route.replaceAll(/:(\w+)/g, "{$1}")),
    ...Object.keys(callables).map((name) => `POST /api/functions/${name}`),
    "POST /mcp",
    "POST /oauth/token",
  ];
  expect(wanted.filter((route) => !described.includes(route))).toEqual([]);
  expect(described.filter((route) => /__|ALL/.test(route))).toEqual([]);

  expect(body.paths["/api/search"].post.requestBody.content["application/json"].schema).toMatchObject({
    required: ["query"],
    properties: { query: { type: "string", minLength: 1 }, budget: { type: "integer", minimum: 200 } },
  });
  const { parameters, security } = body.paths["/api/job-runs/{id}/pages"].get;
  expect(parameters.map((parameter: any) => [parameter.in, parameter.name, parameter.required])).toEqual(
    expect.arrayContaining([
      ["path", "id", true],
      ["query", "outcome", false],
    ]),
  );
  expect(security).toEqual([{ session: [] }, { apiKey: [] }]);
  expect(body.paths["/api/v1/search"].post.parameters).toMatchObject([
    { in: "query", name: "evidence", required: false, schema: { enum: ["0", "1"] } },
  ]);
  const key = body.paths["/api/functions/createApiKeyCallableV2"].post;
  expect(key.requestBody.content["application/json"].schema.properties.data.required).toEqual(["name"]);
  const ids = Object.values<any>(body.paths).flatMap((item) =>
    Object.values<any>(item).map((o) => o.operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

it("says nothing of what is not there", () => {
  const there = new Set([...Object.keys(ACCESS), ...Object.keys(callables)]);
  expect(Object.keys(SUMMARIES).filter((route) => !there.has(route))).toEqual([]);
});

/** Form of a server card by its schema (version 1), without unknown fields. */
const card = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json"),
  name: z.string().regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  websiteUrl: z.url(),
  icons: z.array(z.strictObject({ src: z.url(), mimeType: z.string(), theme: z.enum(["light", "dark"]) })),
  remotes: z.tuple([
    z.strictObject({
      type: z.literal("streamable-http"),
      url: z.literal(`${ORIGIN}/mcp`),
      headers: z.array(
        z.strictObject({
          name: z.literal("Authorization"),
          description: z.string(),
          value: z.string(),
          isRequired: z.boolean(),
          isSecret: z.literal(true),
          variables: z.record(z.string(), z.object({ isSecret: z.literal(true) })),
        }),
      ),
    }),
  ]),
});

it("lets programs find the MCP server: a catalog leads to its card, at both places, from any site", async () => {
  const catalog = await read("/.well-known/ai-catalog.json");
  expect([catalog.type, catalog.open, catalog.body.specVersion]).toEqual([
    "application/ai-catalog+json",
    "*",
    "1.0",
  ]);
  const [server, ...others] = catalog.body.entries;
  expect(others).toEqual([]);
  expect(server).toMatchObject({
    identifier: "urn:air:docenda.test:docenda",
    type: "application/mcp-server-card+json",
  });
  expect(server.representativeQueries.length).toBeGreaterThan(1);
  const found = await read(new URL(server.url).pathname);
  expect([found.type, found.open]).toEqual(["application/mcp-server-card+json", "*"]);
  expect(card.parse(found.body).name).toBe("test.docenda/docenda");
  expect((await read("/mcp/server-card")).body).toEqual(found.body);
});
