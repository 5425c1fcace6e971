import { createHash, createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { databasePaths } from "../bench/stored-credits.ts";

/** What the product keeps of one person's money: the object's books, and the rows of D1. */
export type StoredMoney = {
  tier: string;
  allowance: number;
  /** Purchased credits less the debt, by the object. */
  purchased: number;
  /** The same by the history in D1. */
  purchasedByHistory: number;
  /** Ids of the payments that were granted, by the object. */
  granted: string[];
  /** Tier on the person's row of D1. */
  tierInD1: string;
  purchasesInD1: number;
  undelivered: number;
};

/** Reads the databases of a stopped server for these people. */
export function readStoredMoney(stateDir: string, userIds: readonly string[]): Map<string, StoredMoney> {
  const [path] = databasePaths(stateDir, "d1/miniflare-D1DatabaseObject");
  if (path === undefined) throw new Error("there is no D1 database");
  const d1 = new DatabaseSync(path, { readOnly: true });
  const tier = d1.prepare("SELECT tier FROM users WHERE id = ?");
  const purchases = d1.prepare("SELECT count(*) AS n FROM credit_purchases WHERE owner_id = ?");
  const history = d1.prepare(
    "SELECT coalesce(sum(amount + allowance_amount), 0) AS n FROM credit_transactions WHERE owner_id = ?",
  );
  const stored = new Map<string, StoredMoney>();
  for (const userId of userIds)
    stored.set(userId, {
      ...readBook(join(stateDir, "state/v3/do/docenda-CreditCounter", `${objectId(`u_${userId}`)}.sqlite`)),
      purchasedByHistory: Number(history.get(userId)?.n),
      tierInD1: String(tier.get(userId)?.tier),
      purchasesInD1: Number(purchases.get(userId)?.n),
    });
  d1.close();
  return stored;
}

type Book = Pick<StoredMoney, "tier" | "allowance" | "purchased" | "granted" | "undelivered">;

function readBook(file: string): Book {
  if (!existsSync(file)) return { tier: "Free", allowance: 0, purchased: 0, granted: [], undelivered: 0 };
  const book = new DatabaseSync(file, { readOnly: true });
  const account = book.prepare("SELECT tier, allowance, purchased - debt AS purchased FROM account").get();
  const granted = book.prepare("SELECT op_id AS id FROM operations WHERE op_id LIKE 'purchase:%'").all();
  const undelivered = book
    .prepare("SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM parked) AS n")
    .get();
  book.close();
  return {
    tier: String(account?.tier),
    allowance: Number(account?.allowance),
    purchased: Number(account?.purchased),
    granted: granted.map(({ id }) => String(id)),
    undelivered: Number(undelivered?.n),
  };
}

/** The id of a counter by its name, as workerd makes one (server/actor-id-impl.c++): it is the name of the object's file. */
function objectId(name: string): string {
  const key = createHash("sha256").update("docenda-CreditCounter").digest();
  const mac = (of: string | Buffer) => createHmac("sha256", key).update(of).digest().subarray(0, 16);
  const base = mac(name);
  return Buffer.concat([base, mac(base)]).toString("hex");
}
