import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { unstable_readConfig } from "wrangler";
import { ROOT } from "#local/root.ts";
import type { IdBinding } from "./settings.ts";
import { wrangler, wranglerJson } from "./wrangler.ts";

/** Arguments of commands that are about the worker itself. */
export const WORKER = "--config wrangler.toml --env production";

/** A resource that a deployment needs. */
export type Resource = {
  /** The name that a person reads: "queue docenda-mail". */
  title: string;
  /** The binding of the resource's id in the configuration, for resources that have an id. */
  binding?: IdBinding;
  /** Makes the resource. Cloudflare refuses a second one, except for resources whose `find` tells them apart. */
  make: () => Promise<unknown>;
};

/** Looks a resource up in an account: its id, or "" for a resource without one; undefined for a resource that is not there. */
export type Found = (resource: Resource) => string | undefined;

const RULES = [
  // Kept longer than a queue keeps a message, so that no mail is sent twice.
  { name: "sent-mail", prefix: "mail-sent/", days: 30 },
  { name: "claimed-mail", prefix: "mail-claim/", days: 30 },
];
const METADATA = { name: "sourceId", type: "string" };
const VECTORS = { dimensions: 512, metric: "cosine" };
/** Secrets that `npm run provision` makes itself, 256 bits each. Losing one loses the data that it protects (docs/running.md). */
const SECRETS: Record<string, () => string> = {
  API_KEY_PEPPER: () => randomBytes(32).toString("base64"),
  AUTH_SECRET: () => randomBytes(32).toString("base64"),
  SEAL_KEYS: () => `1:${randomBytes(32).toString("base64")}`,
};

const config = unstable_readConfig({ config: join(ROOT, "wrangler.toml"), env: "production" });
/** The names of wrangler.toml that resources of a deployment have. */
export const names = {
  worker: config.name!,
  database: config.d1_databases[0]!.database_name!,
  namespace: `${config.d1_databases[0]!.database_name!}-oauth`,
  bucket: config.r2_buckets[0]!.bucket_name!,
  index: config.vectorize[0]!.index_name!,
  app: "docenda",
  queues: namesOfQueuesIn(config.queues.consumers ?? []),
};

function namesOfQueuesIn(consumers: { queue: string; dead_letter_queue?: string }[]): string[] {
  return [
    ...new Set(consumers.flatMap(({ queue, dead_letter_queue: dead }) => (dead ? [queue, dead] : [queue]))),
  ];
}

/** Resources in the order in which they can be made. Names are those of wrangler.toml. */
export const RESOURCES: Resource[] = [
  {
    title: `database ${names.database}`,
    binding: "DB",
    make: () => wrangler(`d1 create ${names.database}`),
  },
  {
    title: `key-value namespace ${names.namespace}`,
    binding: "OAUTH_KV",
    make: () => wrangler(`kv namespace create ${names.namespace}`),
  },
  {
    title: `feature flags ${names.app}`,
    binding: "FLAGS",
    make: () => wrangler(`flagship apps create ${names.app}`),
  },
  ...names.queues.map((queue) => ({
    title: `queue ${queue}`,
    make: () => wrangler(`queues create ${queue}`),
  })),
  { title: `bucket ${names.bucket}`, make: () => wrangler(`r2 bucket create ${names.bucket}`) },
  ...RULES.map(({ name, prefix, days }) => ({
    title: `rule ${name} of the bucket`,
    make: () =>
      wrangler(`r2 bucket lifecycle add ${names.bucket} ${name} ${prefix} --expire-days ${days} --force`),
  })),
  {
    title: `vector index ${names.index}`,
    make: () =>
      wrangler(
        `vectorize create ${names.index} --dimensions ${VECTORS.dimensions} --metric ${VECTORS.metric}`,
      ),
  },
  // Made before the first vector: the index does not find vectors written earlier.
  {
    title: `metadata index ${METADATA.name}`,
    make: () =>
      wrangler(
        `vectorize create-metadata-index ${names.index} --property-name ${METADATA.name} --type ${METADATA.type}`,
      ),
  },
  ...Object.entries(SECRETS).map(([name, make]) => ({
    title: `secret ${name}`,
    make: () => wrangler(`secret bulk ${WORKER}`, JSON.stringify({ [name]: make() })),
  })),
];

/** Takes an inventory of an account. Throws when something of the same name is there that the product cannot use. */
export async function takeInventory(): Promise<Found> {
  const [ids, queues, buckets, indexes, secrets] = await Promise.all([
    listIds(),
    namesOfQueues(),
    wrangler("r2 bucket list").then((text) => valuesOf(text, "name")),
    wranglerJson<{ name: string; config: typeof VECTORS }[]>("vectorize list --json"),
    namesOfSecrets(),
  ]);
  const index = indexes.find(({ name }) => name === names.index);
  if (index && (index.config.dimensions !== VECTORS.dimensions || index.config.metric !== VECTORS.metric)) {
    throw new Error(
      `The vector index ${names.index} has ${index.config.dimensions} dimensions and the metric ${index.config.metric}; ` +
        `the product needs ${VECTORS.dimensions} and ${VECTORS.metric}. Delete it (\`npx wrangler vectorize delete ${names.index}\`) and run this again.`,
    );
  }
  const [rules, metadata] = await Promise.all([
    buckets.includes(names.bucket)
      ? wrangler(`r2 bucket lifecycle list ${names.bucket}`).then((text) => valuesOf(text, "name"))
      : [],
    index
      ? wranglerJson<{ propertyName: string }[]>(`vectorize list-metadata-index ${names.index} --json`)
      : [],
  ]);
  const found = new Map<string, string>([
    ...ids,
    ...queues.map((name) => [`queue ${name}`, ""] as const),
    ...buckets.map((name) => [`bucket ${name}`, ""] as const),
    ...rules.map((name) => [`rule ${name} of the bucket`, ""] as const),
    ...indexes.map(({ name }) => [`vector index ${name}`, ""] as const),
    ...metadata.map(({ propertyName }) => [`metadata index ${propertyName}`, ""] as const),
    ...secrets.map((name) => [`secret ${name}`, ""] as const),
  ]);
  return ({ title }) => found.get(title);
}

/** The ids of resources that have one, by the resource's title. */
export async function listIds(): Promise<Map<string, string>> {
  const [databases, namespaces, apps] = await Promise.all([
    wranglerJson<{ name: string; uuid: string }[]>("d1 list --json"),
    wranglerJson<{ title: string; id: string }[]>("kv namespace list"),
    wranglerJson<{ name: string; id: string }[]>("flagship apps list --json"),
  ]);
  return new Map([
    ...databases.map(({ name, uuid }) => [`database ${name}`, uuid] as const),
    ...namespaces.map(({ title, id }) => [`key-value namespace ${title}`, id] as const),
    ...apps.map(({ name, id }) => [`feature flags ${name}`, id] as const),
  ]);
}

/** Names of the secrets that the worker has; none while there is no worker. */
async function namesOfSecrets(): Promise<string[]> {
  try {
    const secrets = await wranglerJson<{ name: string }[]>(`secret list ${WORKER}`);
    return secrets.map(({ name }) => name);
  } catch (error) {
    if (/not found|does not exist|10007/i.test(String(error))) return [];
    throw error;
  }
}

const MAX_PAGES = 100;

/** wrangler prints queues as a table, a page at a time. */
async function namesOfQueues(): Promise<string[]> {
  const all: string[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const text = await wrangler(`queues list --page ${page}`);
    const cells = text.split("\n").map((line) => line.split("│")[2]?.trim() ?? "");
    const more = cells.filter((cell) => cell !== "" && cell !== "name" && !all.includes(cell));
    if (more.length === 0) break;
    all.push(...more);
  }
  return all;
}

/** The values of a label in a list that wrangler prints as lines of `label: value`. */
function valuesOf(text: string, label: string): string[] {
  return text.split("\n").flatMap((line) => {
    const at = line.indexOf(":");
    return at > 0 && line.slice(0, at).trim() === label ? [line.slice(at + 1).trim()] : [];
  });
}
