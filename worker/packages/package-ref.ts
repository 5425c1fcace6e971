import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";

/** The package registries whose packages are read. */
export const INDEXED_ECOSYSTEMS = ["npm", "pypi"] as const;

export const packageRefInput = z
  .object({
    ecosystem: z.enum(INDEXED_ECOSYSTEMS),
    name: z.string().trim().min(1).max(214),
    /** Version of the package; the newest when not given. */
    version: z
      .string()
      .max(INPUT_LIMITS.name)
      .trim()
      .regex(/^[\w.+!-]{1,100}$/, { error: "isn't an exact version" })
      .optional(),
  })
  .refine(({ ecosystem, name }) => NAMES[ecosystem].test(name), {
    path: ["name"],
    error: "isn't a package name",
  });
export type PackageRef = z.output<typeof packageRefInput>;

/** One version of a package, and the address of its files. */
export type PackageAtVersion = {
  ecosystem: PackageRef["ecosystem"];
  name: string;
  version: string;
  /** Address of a gzipped tar; null where only the description is there. */
  archiveUrl: string | null;
};

/** Form of package names: npm's own rule, and PEP 508's. */
const NAMES: Record<(typeof INDEXED_ECOSYSTEMS)[number], RegExp> = {
  npm: /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/i,
  pypi: /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i,
};

/** The page of a package for people; files stand below `filesUrl`. */
export function packageUrl({ ecosystem, name, version }: Omit<PackageAtVersion, "archiveUrl">): string {
  return ecosystem === "npm"
    ? `https://www.npmjs.com/package/${name}/v/${encodeURIComponent(version)}`
    : `https://pypi.org/project/${name}/${encodeURIComponent(version)}/`;
}

/** The address of a file in a package; PyPI shows no files, so that there the address only names the file. */
export function packageFileUrl(of: Omit<PackageAtVersion, "archiveUrl">, path: string): string {
  const folder =
    of.ecosystem === "npm"
      ? `https://unpkg.com/${of.name}@${encodeURIComponent(of.version)}/`
      : packageUrl(of);
  return folder + path.split("/").map(encodeURIComponent).join("/");
}
