import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { Hono } from "hono";
import { at, done, now, refusal } from "./answers.ts";

export type Worker = {
  /** Names of the secrets; their values are not kept. */
  secrets: string[];
  versions: Version[];
  /** Deployments, the newest first. */
  deployments: Deployment[];
  /** The worker's last migration of Durable Objects. */
  migrationTag: string | null;
};
type Version = { id: string; number: number; vars: Record<string, string> };
type Deployment = {
  id: string;
  created_on: string;
  versions: { version_id: string; percentage: number }[];
};

const NO_SUCH_WORKER = refusal(10_007, "This Worker does not exist on your account.");

/** Routes for Workers, their versions, how requests are shared out, and the SQL that a deployment runs: really, in memory. */
export function addWorkerRoutes(app: Hono, workers: Record<string, Worker>): void {
  const script = at("/workers/scripts/:script");
  const databases = new Map<string, DatabaseSync>();

  app.get(at("/workers/services/:script"), (c) => {
    const worker = workers[c.req.param("script")];
    if (!worker) return c.json(refusal(10_090, "This service does not exist."), 404);
    const tag = worker.migrationTag === null ? {} : { migration_tag: worker.migrationTag };
    return c.json(done({ default_environment: { script: { id: c.req.param("script"), ...tag } } }));
  });
  app.put(script, async (c) => {
    const name = c.req.param("script");
    const metadata = await metadataIn(c.req.raw);
    const worker = (workers[name] ??= { secrets: [], versions: [], deployments: [], migrationTag: null });
    const version = addVersion(worker, metadata);
    worker.migrationTag = metadata.migrations?.new_tag ?? worker.migrationTag;
    // The empty version that wrangler makes to put secrets on is no deployment yet.
    if (metadata.bindings?.length) addDeployment(worker, [{ version_id: version.id, percentage: 100 }]);
    return c.json(done({ ...described(version), id: name, deployment_id: version.id }));
  });
  app.get(`${script}/secrets`, (c) => {
    const worker = workers[c.req.param("script")];
    return worker ? c.json(done(worker.secrets.map(secret))) : c.json(NO_SUCH_WORKER, 404);
  });
  app.patch(`${script}/secrets-bulk`, async (c) => {
    const worker = workers[c.req.param("script")];
    if (!worker) return c.json(NO_SUCH_WORKER, 404);
    const { secrets } = await c.req.json<{ secrets: Record<string, unknown> }>();
    worker.secrets = [...new Set([...worker.secrets, ...Object.keys(secrets)])];
    return c.json(done(worker.secrets.map(secret)));
  });
  app.get(`${script}/settings`, (c) =>
    workers[c.req.param("script")] ? c.json(done({ bindings: [] })) : c.json(NO_SUCH_WORKER, 404),
  );
  app.post(`${script}/assets-upload-session`, (c) => c.json(done({ jwt: "uploaded", buckets: [] })));

  app.get(`${script}/versions`, (c) => {
    const worker = workers[c.req.param("script")];
    return worker ? c.json(done({ items: worker.versions.map(described) })) : c.json(NO_SUCH_WORKER, 404);
  });
  app.post(`${script}/versions`, async (c) => {
    const worker = workers[c.req.param("script")];
    if (!worker) return c.json(NO_SUCH_WORKER, 404);
    return c.json(done(described(addVersion(worker, await metadataIn(c.req.raw)))));
  });
  app.get(`${script}/versions/:version`, (c) => {
    const version = workers[c.req.param("script")]?.versions.find(({ id }) => id === c.req.param("version"));
    return version ? c.json(done(described(version))) : c.json(refusal(10_200, "No such version."), 404);
  });

  app.get(`${script}/deployments`, (c) => {
    const worker = workers[c.req.param("script")];
    return worker ? c.json(done({ deployments: worker.deployments })) : c.json(NO_SUCH_WORKER, 404);
  });
  app.post(`${script}/deployments`, async (c) => {
    const worker = workers[c.req.param("script")];
    if (!worker) return c.json(NO_SUCH_WORKER, 404);
    const { versions } = await c.req.json<Pick<Deployment, "versions">>();
    const total = versions.reduce((sum, { percentage }) => sum + percentage, 0);
    if (total !== 100 || versions.some(({ version_id: id }) => !worker.versions.some((one) => one.id === id)))
      return c.json(refusal(10_021, "The shares have to be of known versions and add up to 100."), 400);
    return c.json(done(addDeployment(worker, versions)));
  });

  app.post(at("/d1/database/:database/query"), async (c) => {
    const { sql, params = [] } = await c.req.json<{ sql: string; params?: string[] }>();
    const id = c.req.param("database");
    const database = databases.get(id) ?? new DatabaseSync(":memory:");
    databases.set(id, database);
    try {
      return c.json(done([{ success: true, meta: { duration: 0 }, results: runSql(database, sql, params) }]));
    } catch (error) {
      return c.json(refusal(7500, String(error)), 400);
    }
  });

  app.all(at("/workers/workers/:script"), (c) =>
    c.json(done({ name: c.req.param("script"), subdomain: { enabled: false, previews_enabled: false } })),
  );
  // Settings of a deployment beside its versions; nobody asks for them again.
  for (const path of [
    "/schedules",
    "/subdomain",
    "/domains/records",
    "/script-settings",
    "/settings",
  ] as const) {
    app.all(`${script}${path}`, (c) => c.json(done({})));
  }
  app.all(at("/workers/domains/records"), (c) => c.json(done([])));
}

type Metadata = {
  bindings?: { type: string; name: string; text?: string }[];
  migrations?: { new_tag?: string };
};

async function metadataIn(request: Request): Promise<Metadata> {
  const field = (await request.formData()).get("metadata");
  return JSON.parse(typeof field === "string" ? field : ((await field?.text()) ?? "{}")) as Metadata;
}

function addVersion(worker: Worker, { bindings = [] }: Metadata): Version {
  const vars = bindings
    .filter(({ type }) => type === "plain_text")
    .map(({ name, text }) => [name, text ?? ""]);
  const version = { id: randomUUID(), number: worker.versions.length + 1, vars: Object.fromEntries(vars) };
  worker.versions.push(version);
  return version;
}

function addDeployment(worker: Worker, versions: Deployment["versions"]): Deployment {
  const deployment = {
    id: randomUUID(),
    created_on: now(),
    source: "wrangler",
    strategy: "percentage",
    versions,
  };
  worker.deployments.unshift(deployment);
  return deployment;
}

const secret = (name: string) => ({ name, type: "secret_text" });

function described({ id, number }: Version) {
  const metadata = {
    created_on: now(),
    modified_on: now(),
    source: "wrangler",
    author_email: "owner@example.com",
  };
  return {
    id,
    number,
    metadata,
    startup_time_ms: 20,
    resources: { bindings: [], script: {}, script_runtime: {} },
  };
}

/** The rows of the last statement that returns rows. */
function runSql(database: DatabaseSync, sql: string, params: string[]): unknown[] {
  if (/^\s*(?:select|pragma)\b/i.test(sql)) return database.prepare(sql).all(...params);
  database.exec(sql);
  return [];
}
