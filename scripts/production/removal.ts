import { CloudflareError } from "./cloudflare-api.ts";
import type { CloudflareApi } from "./cloudflare-api.ts";
import { listIds, names } from "./resources.ts";
import type { IdBinding, Production } from "./settings.ts";

/** A resource of a deployment that is there and can be removed. */
export type Removable = {
  /** The name that a person reads: "queue docenda-mail". */
  title: string;
  /** Removes the resource. Resolves to false when that takes time, and a later run has to finish it. */
  remove: () => Promise<boolean>;
};

type Queue = {
  queue_id: string;
  queue_name: string;
  consumers?: { consumer_id: string; script?: string }[];
};

const DAY_S = 86_400;
const BUCKET_HAS_FILES = 10_008;
/** Replaces all rules of a bucket: every file goes after a day, which is the shortest time that R2 knows. */
const EXPIRE_EVERYTHING = {
  rules: [
    {
      id: "remove-everything",
      enabled: true,
      conditions: { prefix: "" },
      deleteObjectsTransition: { condition: { type: "Age", maxAge: DAY_S } },
      abortMultipartUploadsTransition: { condition: { type: "Age", maxAge: DAY_S } },
    },
  ],
};

/**
 * Everything of the deployment that the account still has, in the order in which it can be removed. Secrets, Durable Objects,
 * rules and metadata indexes go with what they belong to. Throws when the account's database, namespace or flags carry the names
 * of wrangler.toml and other ids than the deployment's: those belong to another deployment.
 */
export async function listRemovables(cloudflare: CloudflareApi, { ids }: Production): Promise<Removable[]> {
  const [withId, allQueues, worker, index, bucket] = await Promise.all([
    listIds(),
    cloudflare.list<Queue>("/queues"),
    cloudflare.send(`GET`, `/workers/scripts/${names.worker}/settings`),
    cloudflare.send("GET", `/vectorize/v2/indexes/${names.index}`),
    cloudflare.send("GET", `/r2/buckets/${names.bucket}`),
  ]);
  const queues = allQueues.filter(({ queue_name: name }) => names.queues.includes(name));
  const remove = (title: string, path: string): Removable => ({
    title,
    remove: () => cloudflare.send("DELETE", path).then(() => true),
  });
  const byId = (title: string, binding: IdBinding, path: string): Removable[] => {
    const id = withId.get(title);
    if (id === undefined) return [];
    const ours = ids?.[binding];
    if (ours !== undefined && ours !== id)
      throw new Error(
        `The ${title} has the ID ${id}, and this deployment's is ${ours}. It belongs to another deployment: nothing was removed.`,
      );
    return [remove(title, `${path}/${id}`)];
  };
  return [
    // Cloudflare keeps a Worker that reads a queue, so its places at the queues go before it.
    ...queues.flatMap(({ queue_id: id, queue_name: name, consumers = [] }) =>
      consumers.map(({ consumer_id: consumer }) =>
        remove(`reader of queue ${name}`, `/queues/${id}/consumers/${consumer}`),
      ),
    ),
    ...(worker
      ? [
          remove(
            `Worker ${names.worker}, with its Durable Objects`,
            `/workers/scripts/${names.worker}?force=true`,
          ),
        ]
      : []),
    ...queues.map(({ queue_id: id, queue_name: name }) => remove(`queue ${name}`, `/queues/${id}`)),
    ...(index ? [remove(`vector index ${names.index}`, `/vectorize/v2/indexes/${names.index}`)] : []),
    ...byId(`database ${names.database}`, "DB", "/d1/database"),
    ...byId(`key-value namespace ${names.namespace}`, "OAUTH_KV", "/storage/kv/namespaces"),
    ...byId(`feature flags ${names.app}`, "FLAGS", "/flagship/apps"),
    ...(bucket ? [{ title: `bucket ${names.bucket}`, remove: () => removeBucket(cloudflare) }] : []),
  ];
}

/** Removes the bucket. R2 keeps a bucket that has files, so those are set to expire first, and a later run removes the bucket. */
async function removeBucket(cloudflare: CloudflareApi): Promise<boolean> {
  const path = `/r2/buckets/${names.bucket}`;
  try {
    await cloudflare.send("DELETE", path);
    return true;
  } catch (error) {
    if (!(error instanceof CloudflareError) || error.code !== BUCKET_HAS_FILES) throw error;
    await cloudflare.send("PUT", `${path}/lifecycle`, EXPIRE_EVERYTHING);
    return false;
  }
}
