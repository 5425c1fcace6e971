/**
 * Evidence receipts: a signed statement of which passages an answer held. A receipt is a JSON Web Signature (RFC 7515, compact) with
 * Ed25519 (RFC 8037), and the keys are a JSON Web Key Set, so any JOSE library checks one too. Worker, web and command line share
 * this file.
 */

export const EVIDENCE_KEYS_PATH = "/.well-known/docenda-keys";
export const RECEIPT_TYPE = "docenda-receipt+jwt";
/** Length limit of a receipt: ours have 20 passages at most. */
const MAX_RECEIPT_CHARACTERS = 64_000;

export type EvidencePassage = {
  url: string;
  source: string | null;
  version: string | null;
  /** Time at which the page was fetched, ISO. */
  fetchedAt: string;
  /** SHA-256 of the page's text as it was indexed, in hex. */
  contentHash: string;
  /** SHA-256 of the passage's text in the answer, in hex. */
  textHash: string;
};

/** Statement of a receipt. */
export type Evidence = {
  /** Id of the receipt. */
  jti: string;
  /** Origin of the server that signed. */
  iss: string;
  /** Time of the signature, in seconds since 1970. */
  iat: number;
  tool: string;
  /** SHA-256 of the question, or of the address that was read, in hex. */
  questionHash: string;
  confidence: string | null;
  passages: EvidencePassage[];
};

export type EvidenceKey = { kty: "OKP"; crv: "Ed25519"; x: string; kid: string; alg: "EdDSA"; use: "sig" };
export type EvidenceKeySet = { keys: EvidenceKey[] };

/** The reason why a receipt is not accepted, in words for a person. */
export class EvidenceError extends Error {}

const MALFORMED = "This isn't a receipt: it isn't one of our JSON Web Signatures. Paste the whole receipt.";

/** The statement of a receipt, when one of the keys signed it unchanged. Throws EvidenceError otherwise. Asks nobody. */
export async function verifyEvidence(receipt: string, { keys }: EvidenceKeySet): Promise<Evidence> {
  const { head, body, signature, signed } = readParts(receipt);
  if (head.alg !== "EdDSA" || head.typ !== RECEIPT_TYPE) throw new EvidenceError(MALFORMED);
  const key = keys.find(({ kid }) => kid === head.kid);
  if (!key)
    throw new EvidenceError(
      "The server doesn't publish the key that signed this receipt. Check that the keys are those of the server that issued it.",
    );
  const publicKey = await crypto.subtle.importKey("jwk", { ...key, use: undefined }, "Ed25519", false, [
    "verify",
  ]);
  const isGood = await crypto.subtle.verify(
    "Ed25519",
    publicKey,
    signature,
    new TextEncoder().encode(signed),
  );
  if (!isGood)
    throw new EvidenceError("The signature doesn't match: the receipt was changed after it was signed.");
  return body as Evidence;
}

/** Id and issuer of a receipt that nobody has checked yet. Null for text that is no receipt. */
export function unverifiedIssuer(receipt: string): { id: string; origin: string } | null {
  try {
    const { jti, iss } = readParts(receipt).body as Partial<Evidence>;
    return typeof jti === "string" && typeof iss === "string" ? { id: jti, origin: iss } : null;
  } catch {
    return null;
  }
}

/** SHA-256 in hex, of the text as UTF-8. */
export async function evidenceHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/={1,2}$/, "");
}

/** A receipt with the given head and body, which `sign` signs. */
export async function writeReceipt(
  head: { kid: string },
  body: Evidence,
  sign: (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>,
): Promise<string> {
  const encode = (value: unknown) => toBase64Url(new TextEncoder().encode(JSON.stringify(value)));
  const signed = `${encode({ alg: "EdDSA", typ: RECEIPT_TYPE, kid: head.kid })}.${encode(body)}`;
  const signature = await sign(new TextEncoder().encode(signed));
  return `${signed}.${toBase64Url(new Uint8Array(signature))}`;
}

function readParts(receipt: string) {
  const text = receipt.length > MAX_RECEIPT_CHARACTERS ? "" : receipt.trim();
  const [, head, body, signature] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(text) ?? [];
  if (head === undefined || body === undefined || signature === undefined) throw new EvidenceError(MALFORMED);
  const bytes = fromBase64Url(signature);
  // The last character has bits to spare: without this check, four spellings would be the same signature.
  if (toBase64Url(bytes) !== signature) throw new EvidenceError(MALFORMED);
  return {
    head: readJson(head),
    body: readJson(body),
    signature: bytes,
    signed: `${head}.${body}`,
  };
}

function readJson(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(fromBase64Url(part)));
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // The error is thrown below, for both ways of being no JSON object.
  }
  throw new EvidenceError(MALFORMED);
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return new Uint8Array(Array.from(binary, (char) => char.charCodeAt(0)));
  } catch (cause) {
    throw new EvidenceError(MALFORMED, { cause });
  }
}
