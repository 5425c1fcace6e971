import * as z from "zod";
import { MAX_LOCKFILE_MB } from "#schema/values.ts";
import type { PackageEcosystem } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { findPackageEntry } from "#worker/public-catalog/catalog-packages.ts";
import { AppError } from "#worker/errors.ts";
import { announceChange } from "#worker/live/publish-change.ts";
import { LOCKFILE_NAMES, readLockfile } from "./read-lockfile.ts";
import type { PinnedPackage } from "./read-lockfile.ts";
import { deletePinRows, listPinRows, replacePins } from "./repo.ts";

/** Most bytes of a lockfile: those of large repositories have some megabytes. */
export const MAX_LOCKFILE_BYTES = MAX_LOCKFILE_MB * 1024 * 1024;
/** Most pins of a lockfile; a large project's names some 3,000 packages. */
const MAX_PINS = 10_000;

export const pinVersionsInput = z.object({
  fileName: z.enum(LOCKFILE_NAMES),
  text: z.string().min(1).max(MAX_LOCKFILE_BYTES),
});

/**
 * Takes the versions that a lockfile names as the ones that the scope's owner means: searches prefer them where a question asks for none.
 * They replace the pins of an earlier lockfile of the same ecosystem.
 */
export async function pinVersions(
  ctx: Pick<Ctx, "scope" | "db" | "services" | "now" | "newId">,
  { fileName, text }: z.output<typeof pinVersionsInput>,
): Promise<{ pinned: number }> {
  const pins = read(fileName, text);
  const [first] = pins;
  if (!first)
    throw new AppError("invalid-argument", `This ${fileName} names no package. Send the whole file.`);
  if (pins.length > MAX_PINS)
    throw new AppError("invalid-argument", `This ${fileName} names more than ${MAX_PINS} packages.`, {
      data: { limit: MAX_PINS, current: pins.length },
    });
  const byName = new Map(
    pins.map(({ name, version }) => [name.toLowerCase().slice(0, 214), version.slice(0, 100)]),
  );
  const rows = [...byName].map(([name, version]) => {
    const entry = findPackageEntry(first.ecosystem, name);
    const entryName = entry?.name.toLowerCase() ?? null;
    return { id: ctx.newId("pin"), name, version, entryName, entryRank: entry?.rank ?? null };
  });
  await replacePins(ctx.db, ctx.scope.owner, first.ecosystem, rows, ctx.now());
  await announceChange(ctx.services, ctx.scope.owner, "sources");
  return { pinned: rows.length };
}

/** The scope's pins, by ecosystem and name. */
export async function listPins(
  ctx: Pick<Ctx, "scope" | "db">,
): Promise<{ ecosystem: PackageEcosystem; name: string; version: string }[]> {
  const rows = await listPinRows(ctx.db, ctx.scope.owner);
  return rows.map(({ ecosystem, name, version }) => ({ ecosystem, name, version }));
}

/** Forgets all pins of the scope; searches take the newest versions again. */
export async function removePins(ctx: Pick<Ctx, "scope" | "db" | "services">): Promise<{ removed: true }> {
  await deletePinRows(ctx.db, ctx.scope.owner);
  await announceChange(ctx.services, ctx.scope.owner, "sources");
  return { removed: true };
}

function read(fileName: (typeof LOCKFILE_NAMES)[number], text: string): PinnedPackage[] {
  try {
    return readLockfile(fileName, text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new AppError("invalid-argument", `This isn't a ${fileName}. Send the file as the tool wrote it.`, {
      cause,
    });
  }
}
