import { pinsOfSourcesAsJson } from "./repo.ts";

export type PinOfSource = { name: string; version: string; rank: number };

/**
 * The versions that an owner's lockfiles name of sources that the owner may search, with each name in lower case, and the rank of the
 * package that says so (`public-catalog/catalog-packages.ts`): SQL for a JSON array of `PinOfSource`.
 */
export function pinsAsJson(owner: Parameters<typeof pinsOfSourcesAsJson>[0]) {
  return pinsOfSourcesAsJson(owner);
}
