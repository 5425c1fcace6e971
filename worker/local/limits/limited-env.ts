import { countSubrequest, overConnection } from "./invocation.ts";
import { limitedKv, limitedR2 } from "./write-rates.ts";
import type { WriteTimes } from "./write-rates.ts";

const kvTimes: WriteTimes = new Map();
const r2Times: WriteTimes = new Map();

/**
 * The bindings with refusals of the platform that the simulators lack: how often a key is written, how much one invocation asks for.
 * Refusals of the simulators themselves are left to them (limits.workers.test.ts).
 */
export function limitedEnv(env: Env): Env {
  const limited: Env = {
    ...env,
    OAUTH_KV: each(limitedKv(env.OAUTH_KV, kvTimes), overConnection),
    FILES: each(limitedR2(env.FILES, r2Times), overConnection),
    DB: each(env.DB, counted),
  };
  for (const name of ["CRAWL_QUEUE", "MAIL_QUEUE", "PDF_QUEUE"] as const)
    limited[name] = each(env[name], overConnection);
  for (const name of OBJECTS) Object.assign(limited, { [name]: countedObjects(env[name] as Objects) });
  return limited;
}

const OBJECTS = [
  "DOCS_INDEX",
  "CATALOG",
  "CRAWL_RUN",
  "CRAWL_HOST",
  "CREDIT_COUNTER",
  "MCP_SESSION",
  "LIVE_HUB",
  "RATE_LIMITER",
  "CONVERSATIONS",
] as const satisfies (keyof Env)[];

type Objects = DurableObjectNamespace;

function countedObjects(namespace: Objects): Objects {
  return new Proxy(namespace, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        const given: unknown = Reflect.apply(value, target, args);
        return name === "get" || name === "getByName" ? each(given as DurableObjectStub, counted) : given;
      };
    },
  });
}

/** Runs a call that is counted, and has a connection of its own kind. */
function counted<T>(ask: () => T): T {
  countSubrequest();
  return ask();
}

/** The binding with each call of a method run by `through`. */
function each<B extends object>(binding: B, through: (ask: () => never) => unknown): B {
  return new Proxy(binding, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function" || typeof name === "symbol") return value;
      return (...args: unknown[]) => through(() => Reflect.apply(value, target, args) as never);
    },
  });
}
