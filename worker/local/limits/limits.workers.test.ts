import { env, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { systemCtx } from "#tests/support/accounts.workers.ts";
import { newId } from "#worker/platform/ids.ts";
import { asInvocation, MAX_CONNECTIONS, MAX_SUBREQUESTS, overConnection } from "./invocation.ts";
import { limitedEnv } from "./limited-env.ts";
import { MAX_ROW_BYTES } from "./row-sizes.ts";

const limited = limitedEnv(env);

it("takes one write a second for a key of KV and of R2", async () => {
  await limited.OAUTH_KV.put("limits:1", "first");
  await expect(limited.OAUTH_KV.put("limits:1", "second")).rejects.toThrow("429");
  // Another copy of the bindings is the same namespace.
  await expect(limitedEnv(env).OAUTH_KV.put("limits:1", "second")).rejects.toThrow("429");
  expect(await limited.OAUTH_KV.get("limits:1")).toBe("first");
  await limited.OAUTH_KV.put("limits:2", "another key");

  await limited.FILES.put("limits/1", "first");
  await expect(limited.FILES.put("limits/1", "second")).rejects.toThrow("10058");
  expect(await (await limited.FILES.get("limits/1"))?.text()).toBe("first");
});

const ask = () => limited.DB.prepare("select 1");

it("lets an invocation ask for no more than the plan has", async () => {
  expect(() =>
    asInvocation(() => {
      for (let i = 0; i <= MAX_SUBREQUESTS; i++) ask();
    }),
  ).toThrow("Too many subrequests");
  // The next invocation begins anew, and calls outside of an invocation are not counted.
  expect(() => asInvocation(ask)).not.toThrow();
  expect(() => {
    for (let i = 0; i <= MAX_SUBREQUESTS; i++) ask();
  }).not.toThrow();
});

it("counts the calls of objects, and what an object asks for", async () => {
  const hub = limited.LIVE_HUB.getByName(newId("limits"));
  await expect(
    asInvocation(async () => {
      for (let i = 0; i < MAX_SUBREQUESTS; i++) limited.DB.prepare("select 1");
      await hub.fetch("https://docenda.test/");
    }),
  ).rejects.toThrow("Too many subrequests");
  const counter = systemCtx().services.creditCounter({ kind: "user", id: newId("limits") });
  const isLimited = await runInDurableObject(counter, async (object) => {
    const { FILES } = (object as unknown as { env: Env }).env;
    await FILES.put("limits/object", "first");
    return await FILES.put("limits/object", "second").then(
      () => false,
      () => true,
    );
  });
  expect(isLimited).toBe(true);
});

it("opens six connections at once, and the seventh when one has answered", async () => {
  await asInvocation(async () => {
    const answers: (() => void)[] = [];
    const all = Array.from({ length: MAX_CONNECTIONS + 1 }, () =>
      overConnection(() => new Promise<void>((settle) => answers.push(settle))),
    );
    await Promise.resolve();
    expect(answers).toHaveLength(MAX_CONNECTIONS);
    answers[0]!();
    await all[0];
    expect(answers).toHaveLength(MAX_CONNECTIONS + 1);
    for (const answer of answers) answer();
    await Promise.all(all);
  });
});

it("leaves to the simulators what they refuse by themselves", async () => {
  await expect(env.CRAWL_QUEUE.send({ runId: "x".repeat(128_001), generation: 0 })).rejects.toThrow(
    "Internal Error",
  );
  const many = Array.from({ length: 101 }, (_, i) => i);
  const query = `select 1 in (${many.map(() => "?").join(", ")})`;
  await expect(
    env.DB.prepare(query)
      .bind(...many)
      .all(),
  ).rejects.toThrow("too many SQL variables");
});

it("stores and gives no row of more than 2 MB in an object", async () => {
  const counter = systemCtx().services.creditCounter({ kind: "user", id: newId("limits") });
  await runInDurableObject(counter, (_, { storage: { sql } }) => {
    sql.exec("create table limits (text text)");
    expect(() => sql.exec("insert into limits values (?)", "x".repeat(MAX_ROW_BYTES + 1))).toThrow("TOOBIG");
    for (let i = 0; i < 2; i++) sql.exec("insert into limits values (?)", "x".repeat(MAX_ROW_BYTES / 2));
    const all = "select json_group_array(text) as texts from limits";
    expect(() => sql.exec(all).one()).toThrow("TOOBIG");
    expect(() => sql.exec(all).toArray()).toThrow("TOOBIG");
    expect(sql.exec("select count(*) as n from limits").one()).toEqual({ n: 2 });
  });
});
