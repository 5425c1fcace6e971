import { EVIDENCE_KEYS_PATH, EvidenceError, unverifiedIssuer, verifyEvidence } from "#schema/evidence.ts";
import type { Evidence, EvidenceKeySet } from "#schema/evidence.ts";

export type Judged = { evidence: Evidence; problem: null } | { evidence: null; problem: string };

/**
 * Checks a receipt in this browser, against the keys of this site. `id` is the one in the page's address, or null for any. Throws when
 * the keys can't be had.
 */
export async function readReceipt(receipt: string, id: string | null, origin: string): Promise<Judged> {
  const issuer = unverifiedIssuer(receipt);
  if (issuer !== null && issuer.origin !== origin)
    return refused("Another server issued this receipt. Check it there, or with `docenda verify`.");
  try {
    const response = await fetch(EVIDENCE_KEYS_PATH);
    if (!response.ok) throw new Error(`keys answered ${response.status}`);
    const evidence = await verifyEvidence(receipt, (await response.json()) as EvidenceKeySet);
    if (id !== null && evidence.jti !== id)
      return refused("The receipt is genuine, but it isn't the one that this address names.");
    return { evidence, problem: null };
  } catch (error) {
    if (error instanceof EvidenceError) return refused(error.message);
    throw error;
  }
}

function refused(problem: string): Judged {
  return { evidence: null, problem };
}
