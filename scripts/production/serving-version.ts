import { WranglerError, wranglerJson } from "./wrangler.ts";

/**
 * The version that has most of the requests; null while there is no worker, or none was ever deployed. `config` names the
 * worker in wrangler's own options.
 */
export async function servingVersion(config: string): Promise<string | null> {
  try {
    const { versions } = await wranglerJson<{ versions: { version_id: string; percentage: number }[] }>(
      `deployments status --json ${config}`,
    );
    return versions.toSorted((a, b) => b.percentage - a.percentage)[0]?.version_id ?? null;
  } catch (error) {
    if (error instanceof WranglerError && /10007|does not exist|no deployments/i.test(error.message))
      return null;
    throw error;
  }
}
