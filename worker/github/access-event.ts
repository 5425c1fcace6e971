import * as z from "zod";
import { JsonPicker } from "./pick-json.ts";

/** A change of who may read a repository. */
export type AccessEvent = {
  repositoryId: string;
  /** GitHub's id of the person whose access changed; null when it may be everybody's. */
  githubUserId: string | null;
  /** Whether the repository is private now. */
  isPrivate: boolean;
};

const EVENTS: ReadonlySet<string> = new Set(["member", "repository"]);
const event = z.object({
  repositoryId: z.number(),
  memberId: z.number().optional(),
  isPrivate: z.boolean().optional(),
});

/** Whether deliveries of an event tell of access (docs.github.com, "Webhook events and payloads"). */
export function isAccessEvent(name: string | null): boolean {
  return name !== null && EVENTS.has(name);
}

/** Reads the body of such a delivery piece by piece. */
export class AccessReader {
  readonly #json = new JsonPicker(["repository.id", "repository.private", "member.id"]);

  write(bytes: Uint8Array): void {
    this.#json.write(bytes);
  }

  /** The change; null for a body without a repository. */
  event(): AccessEvent | null {
    const { success, data } = event.safeParse({
      repositoryId: this.#json.value("repository.id"),
      memberId: this.#json.value("member.id"),
      isPrivate: this.#json.value("repository.private"),
    });
    if (!success) return null;
    const { repositoryId, memberId, isPrivate = true } = data;
    return {
      repositoryId: String(repositoryId),
      githubUserId: memberId === undefined ? null : String(memberId),
      isPrivate,
    };
  }
}
