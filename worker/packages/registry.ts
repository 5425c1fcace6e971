import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { FetchRefused } from "#worker/platform/guarded-fetch.ts";
import type { PackageAtVersion, PackageRef } from "./package-ref.ts";

export type RegistryPackage = PackageAtVersion & {
  description: string | null;
  /** Text of the package's page, where the registry gives it. */
  readme: { text: string; isRst: boolean } | null;
};

/** Most bytes of an answer: PyPI's lists every file of every release. */
const MAX_JSON_BYTES = 12 * 1024 * 1024;

const npmVersion = z.object({
  name: z.string().max(INPUT_LIMITS.name),
  version: z.string().max(INPUT_LIMITS.name),
  description: z.string().max(INPUT_LIMITS.foreignText).optional(),
  dist: z.object({ tarball: z.url().max(INPUT_LIMITS.address) }),
});
const pypiRelease = z.object({
  info: z.object({
    name: z.string().max(INPUT_LIMITS.name),
    version: z.string().max(INPUT_LIMITS.name),
    summary: z.string().max(INPUT_LIMITS.foreignWords).nullish(),
    description: z.string().max(INPUT_LIMITS.foreignText).nullish(),
    description_content_type: z.string().max(INPUT_LIMITS.name).nullish(),
  }),
  urls: z
    .array(
      z.object({
        packagetype: z.string().max(INPUT_LIMITS.name),
        url: z.url().max(INPUT_LIMITS.address),
        filename: z.string().max(INPUT_LIMITS.foreignWords),
      }),
    )
    .max(INPUT_LIMITS.foreignItems),
});

/** The registry's facts about a version of a package. Throws not-found when there is none, and unavailable without an answer. */
export async function findPackage(ctx: Pick<Ctx, "services">, ref: PackageRef): Promise<RegistryPackage> {
  return ref.ecosystem === "npm" ? await findOnNpm(ctx, ref) : await findOnPypi(ctx, ref);
}

async function findOnNpm(
  ctx: Pick<Ctx, "services">,
  { name, version }: PackageRef,
): Promise<RegistryPackage> {
  const npmUrl = setUp(ctx.services.config.registries.npmUrl, "npm");
  // A scope's slash is a part of the name.
  const path = `${name.replace("/", "%2f")}/${encodeURIComponent(version ?? "latest")}`;
  const found = await askJson(ctx, `${npmUrl}/${path}`, npmVersion);
  return {
    ecosystem: "npm",
    name: found.name,
    version: found.version,
    archiveUrl: found.dist.tarball,
    description: found.description?.slice(0, 1000) || null,
    readme: null,
  };
}

async function findOnPypi(
  ctx: Pick<Ctx, "services">,
  { name, version }: PackageRef,
): Promise<RegistryPackage> {
  const pypiUrl = setUp(ctx.services.config.registries.pypiUrl, "PyPI");
  const path = version === undefined ? name : `${name}/${encodeURIComponent(version)}`;
  const { info, urls } = await askJson(ctx, `${pypiUrl}/pypi/${path}/json`, pypiRelease);
  const archive = urls.find(
    ({ packagetype, filename }) => packagetype === "sdist" && /\.(?:tar\.gz|tgz)$/.test(filename),
  );
  const type = info.description_content_type ?? "text/x-rst";
  return {
    ecosystem: "pypi",
    name: info.name,
    version: info.version,
    archiveUrl: archive?.url ?? null,
    description: info.summary?.slice(0, 1000) || null,
    readme: info.description ? { text: info.description, isRst: !type.includes("markdown") } : null,
  };
}

async function askJson<S extends z.ZodType>(
  ctx: Pick<Ctx, "services">,
  url: string,
  schema: S,
): Promise<z.output<S>> {
  const answer = await ctx.services
    .guardedFetch(url, { accept: "application/json", maxBytes: MAX_JSON_BYTES })
    .catch((cause: unknown) => {
      if (!(cause instanceof FetchRefused)) throw cause;
      throw new AppError("unavailable", "The package registry did not answer. Try again later.", { cause });
    });
  if (answer.status === 404 || answer.status === 405)
    throw new AppError("not-found", "The registry has no such version of a package of this name.");
  const parsed = schema.safeParse(answer.status === 200 ? parseJson(answer.bytes) : null);
  if (parsed.success) return parsed.data;
  throw new AppError("unavailable", "The package registry did not answer as it should. Try again later.", {
    cause: parsed.error,
  });
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

function setUp(url: string | null, name: string): string {
  if (url === null)
    throw new AppError("unimplemented", `Packages of ${name} cannot be indexed here: no registry is set up.`);
  return url;
}
