/** Pause between writes of one key: KV takes one a second and answers 429 to a second one (Workers KV, "Limits"). */
const WRITE_EVERY_MS = 1000;
const TRIES = 4;

/**
 * A KV namespace that waits where the platform refuses a write because the key was written within the last second, as happens to the grant
 * of a code that is exchanged at once. Fails like the platform after four tries, some four seconds.
 */
export function patientKv(store: KVNamespace): KVNamespace {
  return new Proxy(store, {
    get(target, name) {
      if (name === "put") return (...args: Parameters<KVNamespace["put"]>) => put(target, args);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function put(store: KVNamespace, args: Parameters<KVNamespace["put"]>): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await store.put(...args);
    } catch (error) {
      if (tried === TRIES || !isTooOften(error)) throw error;
      // Random waits, so that not all callers try again at once.
      await new Promise((resolve) => setTimeout(resolve, WRITE_EVERY_MS + Math.random() * 100 * tried));
    }
  }
}

function isTooOften(error: unknown): boolean {
  return error instanceof Error && error.message.includes("429");
}
