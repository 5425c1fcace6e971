import { DurableObject } from "cloudflare:workers";

/** As little as an object can do: it keeps one value. */
export class Keeper extends DurableObject {
  async keep(value) {
    this.ctx.storage.kv.put("value", value);
  }
}

/** Some computing, then one write to an object of its own, which the answer does not wait for. */
export default {
  async fetch(request, env, ctx) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/health") return new Response("ok");
    if (searchParams.has("turn")) await scheduler.wait(0);
    const steps = Number(searchParams.get("steps"));
    let sum = 0;
    for (let i = 0; i < steps; i++) sum += Math.sqrt(i);
    ctx.waitUntil(env.KEEPER.getByName(crypto.randomUUID()).keep("x".repeat(2000)));
    return new Response(String(sum));
  },
};
