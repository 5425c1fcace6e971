import type { DurableObject } from "cloudflare:workers";
import { asInvocation } from "./invocation.ts";
import { limitedEnv } from "./limited-env.ts";
import { limitRows } from "./row-sizes.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- TypeScript wants it for the arguments of a class that a mixin extends
type ObjectClass = new (...args: any[]) => DurableObject<Env>;

/** The class of an object that gets limited bindings; each call of one of its methods is an invocation. */
export function limitedObject<C extends ObjectClass>(Base: C): C {
  class Limited extends Base {
    // oxlint-disable-next-line typescript/no-explicit-any -- as above
    constructor(...[state, env]: any[]) {
      limitRows((state as DurableObjectState).storage.sql);
      super(state, limitedEnv(env));
    }
  }
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(Base.prototype))) {
    if (name === "constructor" || typeof value !== "function") continue;
    const method = function (this: unknown, ...args: unknown[]): unknown {
      return asInvocation(() => Reflect.apply(value, this, args));
    };
    Object.defineProperty(Limited.prototype, name, { value: method, writable: true, configurable: true });
  }
  return Limited;
}
