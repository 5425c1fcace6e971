/** Least time between two writes of one key in Workers KV and R2 (their pages "Limits"); the simulators take any number. */
const WRITE_EVERY_MS = 1000;

/** Time of each key's last write, in milliseconds since the epoch, the longest ago first. */
export type WriteTimes = Map<string, number>;

/** A KV namespace that refuses a second write of a key within a second, as the platform does. Equal `times` mean the same namespace. */
export function limitedKv(store: KVNamespace, times: WriteTimes = new Map()): KVNamespace {
  return oneWriteASecond(store, times, "KV PUT failed: 429 Too Many Requests");
}

/** An R2 bucket that refuses a second write of a key within a second, as the platform does. Equal `times` mean the same bucket. */
export function limitedR2(bucket: R2Bucket, times: WriteTimes = new Map()): R2Bucket {
  return oneWriteASecond(
    bucket,
    times,
    "put: Reduce your concurrent request rate for the same object. (10058)",
  );
}

function oneWriteASecond<B extends KVNamespace | R2Bucket>(
  binding: B,
  times: WriteTimes,
  refusal: string,
): B {
  return new Proxy(binding, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (name !== "put") return value.bind(target);
      return async (key: string, ...rest: unknown[]) => {
        const now = Date.now();
        for (const [written, at] of times) {
          if (now - at < WRITE_EVERY_MS) break;
          times.delete(written);
        }
        if (times.has(key)) throw new Error(refusal);
        times.set(key, now);
        return (await value.call(target, key, ...rest)) as unknown;
      };
    },
  });
}
