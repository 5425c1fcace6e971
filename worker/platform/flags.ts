import type { Log } from "./log.ts";

/** Default of every feature flag. */
const DEFAULTS = {
  /** Teams, in the web app and its routes. */
  teams: true,
};

export type Flags = Record<keyof typeof DEFAULTS, boolean>;

/** Source of single flags: Flagship's binding, on a laptop its simulator. */
export type FlagSource = Pick<Flagship, "getBooleanValue">;

/**
 * All flags for a user, or for a visitor. A flag that does not exist, is of another type or cannot be read has its default: a page comes
 * up without the flag service too.
 */
export async function readFlags(
  ctx: { services: { flags: FlagSource }; log: Pick<Log, "error"> },
  userId: string | null = null,
): Promise<Flags> {
  const entries = await Promise.all(
    Object.entries(DEFAULTS).map(
      async ([name, byDefault]) => [name, await readFlag(name, byDefault)] as const,
    ),
  );
  return Object.fromEntries(entries) as Flags;

  async function readFlag(name: string, byDefault: boolean): Promise<boolean> {
    try {
      // The targeting key decides a partial roll-out, so that one user always sees the same.
      const about = userId === null ? undefined : { targetingKey: userId };
      return await ctx.services.flags.getBooleanValue(name, byDefault, about);
    } catch (error) {
      ctx.log.error("flag not read", error, { flag: name });
      return byDefault;
    }
  }
}
