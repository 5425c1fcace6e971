import { eq, inArray } from "drizzle-orm";
import { stoppedMails } from "#schema/index.ts";
import type { Db } from "#worker/platform/db.ts";

/** Hashes in one query; D1 binds a hundred values. */
const MAX_HASHES = 90;

/** Those of these hashes (`stoppableAddress`) whose mail is stopped. By the primary key. */
export async function listStopped(db: Db, addressHashes: readonly string[]): Promise<ReadonlySet<string>> {
  const stopped = new Set<string>();
  for (let from = 0; from < addressHashes.length; from += MAX_HASHES) {
    const part = addressHashes.slice(from, from + MAX_HASHES);
    const { addressHash } = stoppedMails;
    for (const row of await db.select({ addressHash }).from(stoppedMails).where(inArray(addressHash, part)))
      stopped.add(row.addressHash);
  }
  return stopped;
}

/** Notes that an address wants no mail of a kind; once, however often it is said. */
export async function putStopped(db: Db, addressHash: string, stoppedAt: Date): Promise<void> {
  await db.insert(stoppedMails).values({ addressHash, stoppedAt }).onConflictDoNothing();
}

/** Takes the wish back. */
export async function deleteStopped(db: Db, addressHash: string): Promise<void> {
  await db.delete(stoppedMails).where(eq(stoppedMails.addressHash, addressHash));
}
