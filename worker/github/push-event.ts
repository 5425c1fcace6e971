import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import { JsonPicker } from "./pick-json.ts";

export type Push = { repositoryId: string; branch: string; commitSha: string };

const push = z.object({
  ref: z.string().max(INPUT_LIMITS.address),
  after: z
    .string()
    .max(64)
    .regex(/^[0-9a-f]{40,64}$/),
  id: z.number(),
});

/**
 * Reads the body of a webhook piece by piece. A push names up to 2,048 commits with all their files, none of which is looked at, since
 * changes are found by comparing trees.
 */
export class PushReader {
  readonly #json = new JsonPicker(["ref", "after", "repository.id"]);

  write(bytes: Uint8Array): void {
    this.#json.write(bytes);
  }

  /** The push to a branch; null for tags, for a deleted branch, and for other events. */
  push(): Push | null {
    const { success, data } = push.safeParse({
      ref: this.#json.value("ref"),
      after: this.#json.value("after"),
      id: this.#json.value("repository.id"),
    });
    const branch = data?.ref.startsWith("refs/heads/") ? data.ref.slice("refs/heads/".length) : null;
    if (!success || branch === null || /^0+$/.test(data.after)) return null;
    return { repositoryId: String(data.id), branch, commitSha: data.after };
  }
}
