import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { Hono } from "hono";
import { serveFetch } from "../serve-fetch.ts";
import { at, done, hexId, listed, now, refusal } from "./answers.ts";
import { addRemovals } from "./removals.ts";
import { addWorkerRoutes } from "./workers.ts";
import type { Worker } from "./workers.ts";

/** Contents of an account, by kind and name; the value is the API's description. */
export type Account = {
  databases: Record<string, { uuid: string; name: string; created_at: string }>;
  namespaces: Record<string, { id: string; title: string }>;
  queues: Record<
    string,
    {
      queue_id: string;
      queue_name: string;
      consumers: { consumer_id: string; script: string }[];
      /** What the API tells of messages that wait; none without it. */
      metrics?: QueueMetrics;
    }
  >;
  buckets: Record<string, { name: string; creation_date: string; rules: unknown[]; hasFiles?: boolean }>;
  indexes: Record<
    string,
    { name: string; config: unknown; metadata: { propertyName: string; indexType: string }[] }
  >;
  apps: Record<string, { id: string; name: string }>;
  workers: Record<string, Worker>;
};

type QueueMetrics = { backlog_count: number; backlog_bytes: number; oldest_message_timestamp_ms: number };

export type CloudflareStandIn = {
  /** Environment with which wrangler asks this account. */
  vars: Record<string, string>;
  account: () => Account;
  /** Every request that changed something, as `POST /queues`, oldest first. */
  writes: string[];
  close(): Promise<void>;
};

/**
 * The part of Cloudflare's API that wrangler asks while an account is set up and deployed to, on 127.0.0.1, with the paths, codes and
 * field names of the public description (as in version 7.3.0 of its SDK). A name that is taken is refused as Cloudflare does. `onWrite`
 * hears of each change after it is kept and before it is answered: the moment in which a caller may die.
 */
export async function startCloudflare(options: {
  stateFile: string;
  onWrite?: (write: string) => void | Promise<void>;
}): Promise<CloudflareStandIn> {
  const { stateFile, onWrite } = options;
  const account: Account = existsSync(stateFile)
    ? JSON.parse(readFileSync(stateFile, "utf8"))
    : { databases: {}, namespaces: {}, queues: {}, buckets: {}, indexes: {}, apps: {}, workers: {} };
  const writes: string[] = [];

  const app = new Hono();
  app.use(async (c, next) => {
    if (c.req.header("authorization") !== `Bearer ${TOKEN}`) {
      return c.json(refusal(10_000, "Authentication error"), 403);
    }
    await next();
    if (c.req.method === "GET" || !c.res.ok) return;
    const write = `${c.req.method} ${c.req.path.replace(/^.*\/accounts\/[^/]+/, "")}`;
    writes.push(write);
    keep(stateFile, account);
    await onWrite?.(write);
  });

  app.get(at("/d1/database"), (c) => c.json(listed(Object.values(account.databases), c.req.query())));
  app.post(at("/d1/database"), async (c) => {
    const { name } = await c.req.json<{ name: string }>();
    if (account.databases[name]) return c.json(refusal(7502, "A database with that name exists."), 400);
    const made = { uuid: randomUUID(), name, created_at: now() };
    account.databases[name] = made;
    return c.json(done(made));
  });

  app.get(at("/storage/kv/namespaces"), (c) =>
    c.json(listed(Object.values(account.namespaces), c.req.query())),
  );
  app.post(at("/storage/kv/namespaces"), async (c) => {
    const { title } = await c.req.json<{ title: string }>();
    if (account.namespaces[title])
      return c.json(refusal(10_014, "a namespace with this account ID and title already exists"), 400);
    const made = { id: hexId(), title };
    account.namespaces[title] = made;
    return c.json(done(made));
  });

  app.get(at("/queues"), (c) => {
    const names = c.req.queries("name");
    const queues = Object.values(account.queues).filter(
      ({ queue_name: name }) => names?.includes(name) ?? true,
    );
    return c.json(listed(queues, c.req.query()));
  });
  app.post(at("/queues"), async (c) => {
    const { queue_name: name } = await c.req.json<{ queue_name: string }>();
    if (account.queues[name]) return c.json(refusal(11_009, "Queue name is already taken."), 409);
    const counts = { producers: [], producers_total_count: 0, consumers: [], consumers_total_count: 0 };
    const made = { queue_id: hexId(), queue_name: name, created_on: now(), modified_on: now(), ...counts };
    account.queues[name] = made;
    return c.json(done(made));
  });

  app.post(at("/queues/:queue/consumers"), async (c) => {
    const queue = Object.values(account.queues).find(({ queue_id: id }) => id === c.req.param("queue"));
    if (!queue) return c.json(refusal(11_000, "Queue not found."), 404);
    const { script_name: script, ...rest } = await c.req.json<{ script_name: string }>();
    const consumer = { ...rest, consumer_id: hexId(), script };
    queue.consumers.push(consumer);
    return c.json(done(consumer));
  });
  app.put(at("/queues/:queue/consumers/:consumer"), (c) => c.json(done({})));

  app.delete(at("/queues/:queue/consumers/:consumer"), (c) => {
    const queue = Object.values(account.queues).find(({ queue_id: id }) => id === c.req.param("queue"));
    if (!queue) return c.json(refusal(11_000, "Queue not found."), 404);
    queue.consumers = queue.consumers.filter(({ consumer_id: id }) => id !== c.req.param("consumer"));
    return c.json(done(null));
  });
  app.get(at("/queues/:queue/metrics"), (c) => {
    const queue = Object.values(account.queues).find(({ queue_id: id }) => id === c.req.param("queue"));
    if (!queue) return c.json(refusal(11_000, "Queue not found."), 404);
    const none: QueueMetrics = { backlog_count: 0, backlog_bytes: 0, oldest_message_timestamp_ms: 0 };
    return c.json(done(queue.metrics ?? none));
  });

  app.get(at("/r2/buckets"), (c) => c.json(done({ buckets: Object.values(account.buckets) })));
  app.post(at("/r2/buckets"), async (c) => {
    const { name } = await c.req.json<{ name: string }>();
    if (account.buckets[name])
      return c.json(refusal(10_004, "The bucket you tried to create already exists."), 409);
    account.buckets[name] = { name, creation_date: now(), rules: [] };
    return c.json(done(account.buckets[name]));
  });
  app.get(at("/r2/buckets/:bucket"), (c) => {
    const bucket = account.buckets[c.req.param("bucket")];
    return bucket
      ? c.json(done(bucket))
      : c.json(refusal(10_006, "The specified bucket does not exist."), 404);
  });
  app.get(at("/r2/buckets/:bucket/lifecycle"), (c) => {
    const bucket = account.buckets[c.req.param("bucket")];
    return bucket
      ? c.json(done({ rules: bucket.rules }))
      : c.json(refusal(10_006, "The specified bucket does not exist."), 404);
  });
  app.put(at("/r2/buckets/:bucket/lifecycle"), async (c) => {
    const bucket = account.buckets[c.req.param("bucket")];
    if (!bucket) return c.json(refusal(10_006, "The specified bucket does not exist."), 404);
    bucket.rules = (await c.req.json<{ rules: unknown[] }>()).rules;
    return c.json(done({}));
  });

  const indexes = at("/vectorize/v2/indexes");
  app.get(indexes, (c) => c.json(done(Object.values(account.indexes))));
  app.post(indexes, async (c) => {
    const { name, config } = await c.req.json<{ name: string; config: unknown }>();
    if (account.indexes[name]) return c.json(refusal(3002, "vectorize.index.duplicate_name"), 409);
    account.indexes[name] = { name, config, metadata: [] };
    return c.json(done({ name, config, created_on: now(), modified_on: now() }));
  });
  app.get(`${indexes}/:index`, (c) => {
    const index = account.indexes[c.req.param("index")];
    return index ? c.json(done(index)) : c.json(refusal(3000, "vectorize.index.not_found"), 404);
  });
  app.get(`${indexes}/:index/metadata_index/list`, (c) => {
    const index = account.indexes[c.req.param("index")];
    return index
      ? c.json(done({ metadataIndexes: index.metadata }))
      : c.json(refusal(3000, "vectorize.index.not_found"), 404);
  });
  app.post(`${indexes}/:index/metadata_index/create`, async (c) => {
    const index = account.indexes[c.req.param("index")];
    if (!index) return c.json(refusal(3000, "vectorize.index.not_found"), 404);
    index.metadata.push(await c.req.json());
    return c.json(done({ mutationId: randomUUID() }));
  });

  app.get(at("/flagship/apps"), (c) => c.json(listed(Object.values(account.apps), c.req.query())));
  app.post(at("/flagship/apps"), async (c) => {
    const { name } = await c.req.json<{ name: string }>();
    account.apps[name] ??= { id: randomUUID(), name };
    return c.json(done(account.apps[name]));
  });

  addRemovals(app, account);
  addWorkerRoutes(app, account.workers);
  app.notFound((c) => c.json(refusal(7003, `Could not route to ${c.req.method} ${c.req.path}`), 404));
  const server = await serveFetch((request) => app.fetch(request));
  return {
    vars: {
      CLOUDFLARE_API_BASE_URL: `${server.url}/client/v4`,
      CLOUDFLARE_API_TOKEN: TOKEN,
      CLOUDFLARE_ACCOUNT_ID: "0123456789abcdef0123456789abcdef",
    },
    account: () => account,
    writes,
    close: () => server.close(),
  };
}

const TOKEN = "stand-in-token-of-an-account";
function keep(file: string, account: Account): void {
  writeFileSync(`${file}.draft`, JSON.stringify(account));
  renameSync(`${file}.draft`, file);
}
