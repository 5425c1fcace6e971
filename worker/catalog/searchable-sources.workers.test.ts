import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { sources } from "#schema/index.ts";
import { PUBLIC_OWNER } from "#worker/context.ts";
import { listVisibleSources } from "./route.ts";

it("sees every change of the public sources at once, and gives nobody what is another's", async () => {
  const ctx = ctxOf(await makeAccount());
  const other = ctxOf(await makeAccount());
  const seen = async (owner = ctx.scope.owner) =>
    (await listVisibleSources({ ...ctx, scope: { owner } }, "all")).map(({ name, version }) =>
      version ? `${name} ${version}` : name,
    );
  const page = [{ path: "a", title: "A", markdown: "# A\n\nAbout it." }];
  const add = (owner: Parameters<typeof indexPages>[0]["owner"], name: string) =>
    indexPages({ owner, name, url: `https://${name}.test/` }, page);

  expect(await seen()).toEqual([]);
  const publicId = await add(PUBLIC_OWNER, "beta");
  await add(ctx.scope.owner, "gamma");
  expect(await seen()).toEqual(["gamma", "beta"]);
  expect(await seen(other.scope.owner)).toEqual(["beta"]);
  expect(await listVisibleSources(other, "private")).toEqual([]);

  await add(PUBLIC_OWNER, "alpha");
  expect(await seen()).toEqual(["gamma", "alpha", "beta"]);
  await ctx.db
    .update(sources)
    .set({ version: "2.0", updatedAt: new Date(Date.now() + 1) })
    .where(eq(sources.id, publicId));
  expect(await seen()).toEqual(["gamma", "alpha", "beta 2.0"]);
  await ctx.db.delete(sources).where(eq(sources.id, publicId));
  expect(await seen()).toEqual(["gamma", "alpha"]);
});
