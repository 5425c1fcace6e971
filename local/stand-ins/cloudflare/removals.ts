import type { Hono } from "hono";
import { at, done, refusal } from "./answers.ts";
import type { Account } from "./start-cloudflare.ts";

/** Routes that delete what an account has. A Worker that reads a queue and a bucket with files are refused, as Cloudflare does. */
export function addRemovals(app: Hono, account: Account): void {
  const kinds = [
    { path: "/d1/database/:id", of: "databases", is: "uuid", missing: 7404 },
    { path: "/storage/kv/namespaces/:id", of: "namespaces", is: "id", missing: 10_013 },
    { path: "/queues/:id", of: "queues", is: "queue_id", missing: 11_000 },
    { path: "/flagship/apps/:id", of: "apps", is: "id", missing: 7404 },
    { path: "/vectorize/v2/indexes/:id", of: "indexes", is: "name", missing: 3000 },
    { path: "/r2/buckets/:id", of: "buckets", is: "name", missing: 10_006 },
  ] as const;
  for (const { path, of, is, missing } of kinds) {
    app.delete(at(path), (c) => {
      const all: Record<string, unknown> = account[of];
      const entries = Object.entries(all as Record<string, Record<string, unknown>>);
      const [name, thing] = entries.find(([, one]) => one[is] === c.req.param("id")) ?? [];
      if (name === undefined) return c.json(refusal(missing, "Not found."), 404);
      if (thing?.hasFiles === true)
        return c.json(refusal(10_008, "The bucket you tried to delete is not empty."), 409);
      delete all[name];
      return c.json(done(null));
    });
  }
  app.delete(at("/workers/scripts/:script"), (c) => {
    const script = c.req.param("script");
    if (!account.workers[script])
      return c.json(refusal(10_007, "This Worker does not exist on your account."), 404);
    if (Object.values(account.queues).some(({ consumers }) => consumers.some((one) => one.script === script)))
      return c.json(refusal(10_064, "script still in use as a consumer for a queue"), 400);
    delete account.workers[script];
    return c.json(done(null));
  });
}
