/** The bindings as they are in production: what the simulator takes, and the platform refuses. */

const WRITE_EVERY_MS = 1000;

/** One write a second for each key; the second is refused with 429 (limits of Workers KV and of R2). */
export function oneWriteASecond<B extends KVNamespace | R2Bucket>(binding: B, refusal: string): B {
  const writtenAt = new Map<string, number>();
  return new Proxy(binding, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (name !== "put") return value.bind(target);
      return async (key: string, ...rest: unknown[]) => {
        const before = writtenAt.get(key) ?? 0;
        if (Date.now() - before < WRITE_EVERY_MS) throw new Error(refusal);
        writtenAt.set(key, Date.now());
        return (await value.call(target, key, ...rest)) as unknown;
      };
    },
  });
}

export const limitedKv = (store: KVNamespace) =>
  oneWriteASecond(store, "KV PUT failed: 429 Too Many Requests");

export const limitedR2 = (bucket: R2Bucket) =>
  oneWriteASecond(bucket, "put: Reduce your concurrent request rate for the same object. (10058)");
