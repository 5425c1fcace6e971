import { DEFAULT_INDEX_ID } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { beginRun } from "#worker/sources/begin-run.ts";
import type { StartedIndexJob } from "#worker/sources/begin-run.ts";
import { listSources } from "#worker/sources/list-sources.ts";
import { pageAllowance, pagesLeft } from "#worker/sources/page-allowance.ts";
import { packageUrl } from "./package-ref.ts";
import type { PackageAtVersion, PackageRef } from "./package-ref.ts";
import { findPackage } from "./registry.ts";

/**
 * Begins to index a version of a package of npm or PyPI for the scope's owner: its README, its documentation and its type declarations.
 * Versions of a package share its name. Throws not-found for a version that does not exist, and aborted while the version is being
 * indexed.
 */
export async function indexPackage(
  ctx: Pick<Ctx, "actor" | "scope" | "db" | "services" | "now" | "newId">,
  ref: PackageRef,
): Promise<StartedIndexJob> {
  const { ecosystem, name, version, archiveUrl, description } = await findPackage(ctx, ref);
  const { owner } = ctx.scope;
  const url = packageUrl({ ecosystem, name, version });
  const known = (await listSources(ctx)).find((source) => !source.isPublic && source.url === url);
  const sourceId = known?.id ?? ctx.newId("src");
  const allowance = await pageAllowance(ctx);
  return await beginRun(ctx, {
    owner,
    source: {
      id: sourceId,
      kind: "package",
      indexId: DEFAULT_INDEX_ID,
      name: known?.name ?? name,
      url,
      version,
      description,
      options: { ecosystem, name, version },
      isNew: known === undefined,
    },
    startedByUserId: allowance.startedByUserId,
    work: {
      include: [],
      exclude: [],
      ...(await pagesLeft(ctx, owner, sourceId, allowance)),
      detail: { ecosystem, name, version, archiveUrl } satisfies PackageAtVersion,
    },
  });
}
