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
 * Reads the body of a webhook as it comes. A push names up to 2,048 commits with all their files; none of that is looked at,
 * since what has changed is found by comparing trees.
 */
export class PushReader {
  readonly #json = new JsonPicker(["ref", "after", "repository.id"]);

  write(bytes: Uint8Array): void {
    this.#json.write(bytes);
  }

  /** What the push did to a branch; null for tags, for a branch that was deleted, and for what is no push. */
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
